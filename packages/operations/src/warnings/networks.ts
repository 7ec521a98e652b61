import { BlockList, isIP } from 'node:net'

/** Whether the first network, or address, holds all of the second one. */
export function networkCovers(wide: string, narrow: string): boolean {
  const [outer, inner] = [networkOf(wide), networkOf(narrow)]
  if (outer.family !== inner.family || outer.prefix > inner.prefix) return false
  const list = new BlockList()
  list.addSubnet(outer.address, outer.prefix, outer.family)
  return list.check(inner.address, inner.family)
}

function networkOf(cidr: string) {
  const [address = '', prefix] = cidr.split('/')
  const isShort = isIP(address) === 4
  return {
    address,
    family: isShort ? ('ipv4' as const) : ('ipv6' as const),
    prefix: prefix === undefined ? (isShort ? 32 : 128) : Number(prefix),
  }
}
