import { BlockList, isIP, SocketAddress } from 'node:net'

type Covers = (wide: string, narrow: string) => boolean

/** Says whether the first network, or address, holds all of the second one. Each is parsed once, however often it is compared. */
export function networkCoverage(): Covers {
  const known = new Map<string, Network>()
  const networkAt = (cidr: string) => {
    const network = known.get(cidr) ?? networkOf(cidr)
    known.set(cidr, network)
    return network
  }
  return (wide, narrow) => {
    const [outer, inner] = [networkAt(wide), networkAt(narrow)]
    if (outer.family !== inner.family || outer.prefix > inner.prefix) return false
    return outer.list.check(inner.address)
  }
}

interface Network {
  readonly family: 'ipv4' | 'ipv6'
  readonly prefix: number
  readonly address: SocketAddress
  /** Of this network only. */
  readonly list: BlockList
}

function networkOf(cidr: string): Network {
  const [text = '', bits] = cidr.split('/')
  const isShort = isIP(text) === 4
  const family = isShort ? ('ipv4' as const) : ('ipv6' as const)
  const prefix = bits === undefined ? (isShort ? 32 : 128) : Number(bits)
  const address = new SocketAddress({ address: text, family })
  const list = new BlockList()
  list.addSubnet(address, prefix)
  return { family, prefix, address, list }
}
