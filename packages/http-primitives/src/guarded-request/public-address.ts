import ipaddr from 'ipaddr.js'

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an address is on the public Internet: in no special-purpose range of the IANA registries (loopback, private,
 * link-local with cloud metadata, shared, multicast, documentation, benchmarking, reserved). For an IPv6 address that embeds an
 * IPv4 address, the IPv4 address decides if it is routed as such (mapped, NAT64); 6to4 and Teredo are rejected.
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
