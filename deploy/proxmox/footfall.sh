#!/usr/bin/env bash
# Makes an unprivileged container with Footfall on a Proxmox VE host. docs/install/proxmox.md describes it.
#
#   footfall.sh ID BUNDLE.tar.gz BASE_URL
#
# BUNDLE.tar.gz is the folder of `pnpm bundle --with-node`, packed. STORAGE (local-lvm), BRIDGE (vmbr0), MEMORY (4096, in MiB)
# and DISK (20, in GiB) can be set in the environment. What was made is removed again if a step fails.
set -euo pipefail

usage() {
  echo "Usage: footfall.sh ID BUNDLE.tar.gz BASE_URL" >&2
  exit 2
}

[ $# -eq 3 ] || usage
id=$1 bundle=$2 base_url=$3
case $id in '' | *[!0-9]*) echo "ID must be a number, not “$id”." >&2; exit 2 ;; esac
case $base_url in https://*[!a-zA-Z0-9.:/-]* | https:// | http://*) echo "BASE_URL must be such as https://stats.example.com." >&2; exit 2 ;; https://*) ;; *) usage ;; esac
[ -f "$bundle" ] || { echo "There is no file $bundle." >&2; exit 1; }
if pct status "$id" >/dev/null 2>&1; then echo "The container $id exists." >&2; exit 1; fi

storage=${STORAGE:-local-lvm} bridge=${BRIDGE:-vmbr0} memory=${MEMORY:-4096} disk=${DISK:-20}
template=$(pveam available --section system | awk '$2 ~ /^debian-12-standard_/ { found = $2 } END { print found }')
[ -n "$template" ] || { echo "There is no template of Debian 12; run pveam update." >&2; exit 1; }
pveam list local | grep --quiet --fixed-strings "$template" || pveam download local "$template"

made=
undo() {
  status=$?
  if [ "$status" -ne 0 ] && [ -n "$made" ]; then
    pct stop "$id" || true
    pct destroy "$id"
  fi
  exit "$status"
}
trap undo EXIT

made=yes
pct create "$id" "local:vztmpl/$template" --hostname footfall --unprivileged 1 --cores 2 --memory "$memory" \
  --rootfs "$storage:$disk" --net0 "name=eth0,bridge=$bridge,ip=dhcp" --onboot 1 --features nesting=1
pct start "$id"
pct push "$id" "$bundle" /tmp/footfall.tar.gz
run() { pct exec "$id" -- "$@"; }
run mkdir -p /opt/footfall
run tar -xzf /tmp/footfall.tar.gz -C /opt/footfall --strip-components=1
run rm /tmp/footfall.tar.gz
run useradd --system footfall
run install --mode=640 --group=footfall /dev/null /etc/footfall.env
# The service is reached from a proxy on another machine.
run sh -c "printf '%s\n' BASE_URL='$base_url' TRUST_PROXY=1 HOST=0.0.0.0 > /etc/footfall.env"
run cp /opt/footfall/footfall.service /etc/systemd/system/
run systemctl enable --now footfall
made=
echo "The container $id serves Footfall on port 3000. Create the first account:"
echo "  pct exec $id -- journalctl --unit footfall --grep 'setup code'"
