import ipaddr from 'ipaddr.js'

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an address belongs to a host of the public Internet. Everything with a purpose of its own in the IANA registries
 * does not: loopback, private, link-local (cloud metadata), shared, multicast, documentation, benchmarking, reserved.
 * An IPv6 address that carries an IPv4 one is judged by that where it is routed as such (mapped, NAT64), and refused
 * where a relay would unpack it (6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.kind() === 'ipv4') return address.range() === 'unicast'
  const v6 = address as ipaddr.IPv6
  if (v6.isIPv4MappedAddress()) return v6.toIPv4Address().range() === 'unicast'
  if (v6.match(NAT64)) return ipaddr.fromByteArray(v6.toByteArray().slice(12)).range() === 'unicast'
  return v6.match(GLOBAL_UNICAST) && v6.range() === 'unicast'
}
