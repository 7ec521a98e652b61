import { isIPv4, isIPv6 } from 'node:net'

/**
 * The key under which limits count a client address: an IPv4 address itself, or the /64 of an IPv6 address, since one
 * subscriber has at least 2^64 of them. IPv4-mapped IPv6 counts as IPv4. Text that is not an address is returned unchanged.
 */
export function clientNetwork(address: string): string {
  const bare = address.replace(/%.*$/s, '')
  if (isIPv4(bare) || !isIPv6(bare)) return bare
  const groups = ipv6Groups(bare)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/**
 * The network of a client address that is kept with a credential: the /24 of an IPv4 address or the /48 of an IPv6 address,
 * which names a place without naming a person. Empty for text that is not an address.
 */
export function coarseNetwork(address: string): string {
  const exact = clientNetwork(address)
  if (isIPv4(exact)) return `${exact.split('.').slice(0, 3).join('.')}.0/24`
  const bare = exact.replace('/64', '')
  if (!isIPv6(bare)) return ''
  const groups = ipv6Groups(bare).slice(0, 3)
  const full = `${groups.map((group) => group.toString(16)).join(':')}::`
  return `${new URL(`http://[${full}]`).hostname.slice(1, -1)}/48`
}

/** The eight groups of a valid IPv6 address. The URL parser writes a dotted tail as two groups. */
export function ipv6Groups(address: string): readonly number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const left = parse(head)
  if (tail === undefined) return left
  const right = parse(tail)
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}
