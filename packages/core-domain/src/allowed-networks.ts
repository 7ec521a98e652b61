import { isIPv4, isIPv6 } from 'node:net'
import { z } from 'zod'
import { ipv6Groups } from './client-network.ts'

/** The most networks that a credential can be limited to. */
export const ALLOWED_NETWORKS_MAX = 20

/** A network, or one address: its bytes in groups of 16 bits, and how many bits of them count. */
interface Network {
  readonly groups: readonly number[]
  readonly bits: number
}

const IPV4_BITS = 32
const IPV6_BITS = 128
const MAPPED_BITS = 96

/** The one spelling of a network in CIDR notation; undefined for any other text. An address is a network of its own. */
export function normalizeNetwork(text: string): string | undefined {
  const network = parseNetwork(text)
  return network && formatNetwork(network)
}

const TEXT_LENGTH_MAX = 64

/** Checked without a limit in the schema, which every model reads. */
const Network = z
  .string()
  .refine(
    (text) => text.length <= TEXT_LENGTH_MAX && normalizeNetwork(text) !== undefined,
    'must be a network such as 203.0.113.0/24 or 2001:db8::/48',
  )
  .overwrite((text) => (text.length > TEXT_LENGTH_MAX ? text : (normalizeNetwork(text) ?? text)))

/** The only networks from which a credential is accepted; none for all. Each comes out once, in its one spelling. */
export const AllowedNetworks = z
  .array(Network)
  .refine(({ length }) => length <= ALLOWED_NETWORKS_MAX, `must have at most ${ALLOWED_NETWORKS_MAX} networks`)
  .overwrite((networks) => [...new Set(networks)])

/** Whether an address is in one of the networks. An IPv4-mapped IPv6 address is the IPv4 address. */
export function isWithinNetworks(address: string, networks: readonly string[]): boolean {
  const { parsed, decided } = readNetworks(networks)
  const known = decided.get(address)
  if (known !== undefined) return known
  const from = parseAddress(address)
  const isWithin = from !== undefined && parsed.some((network) => covers(network, from))
  if (decided.size >= DECIDED_MAX) decided.clear()
  decided.set(address, isWithin)
  return isWithin
}

/** Whether every network of `inner` is in one of `outer`; an empty list stands for all networks. */
export function networksWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true
  if (inner.length === 0) return false
  const around = readNetworks(outer).parsed
  return readNetworks(inner).parsed.every((network) => around.some((other) => covers(other, network)))
}

/** A list as it was read, and what was decided about addresses: a client has the same address for many requests. */
interface ReadNetworks {
  readonly parsed: readonly Network[]
  readonly decided: Map<string, boolean>
}

const DECIDED_MAX = 64
/** Records are cached, and their lists are not changed. */
const readLists = new WeakMap<readonly string[], ReadNetworks>()

function readNetworks(networks: readonly string[]): ReadNetworks {
  const known = readLists.get(networks)
  if (known !== undefined) return known
  const read = { parsed: networks.flatMap((text) => parseNetwork(text) ?? []), decided: new Map() }
  readLists.set(networks, read)
  return read
}

function covers(outer: Network, inner: Network): boolean {
  if (outer.groups.length !== inner.groups.length || outer.bits > inner.bits) return false
  return outer.groups.every((group, i) => {
    const bits = outer.bits - i * 16
    if (bits <= 0) return true
    return ((group ^ (inner.groups[i] ?? 0)) & mask(bits)) === 0
  })
}

/** The first bits of a group. */
function mask(bits: number): number {
  return bits >= 16 ? 0xffff : (0xffff << (16 - Math.max(bits, 0))) & 0xffff
}

function parseNetwork(text: string): Network | undefined {
  const [host = '', prefix, ...rest] = text.trim().split('/')
  if (rest.length > 0 || host.includes('%')) return undefined
  const address = parseAddress(host)
  if (address === undefined) return undefined
  if (prefix === undefined) return address
  if (!/^(?:0|[1-9]\d{0,2})$/.test(prefix)) return undefined
  const isMapped = isIPv6(host) && address.bits === IPV4_BITS
  const bits = Number(prefix) - (isMapped ? MAPPED_BITS : 0)
  if (bits < 0 || bits > address.bits) return undefined
  return { groups: address.groups.map((group, i) => group & mask(bits - i * 16)), bits }
}

function parseAddress(address: string): Network | undefined {
  const bare = address.includes('%') ? address.replace(/%.*$/s, '') : address
  if (isIPv4(bare)) {
    const [a = 0, b = 0, c = 0, d = 0] = bare.split('.').map(Number)
    return { groups: [(a << 8) | b, (c << 8) | d], bits: IPV4_BITS }
  }
  if (!isIPv6(bare)) return undefined
  const groups = ipv6Groups(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? { groups: groups.slice(6), bits: IPV4_BITS } : { groups, bits: IPV6_BITS }
}

function formatNetwork({ groups, bits }: Network): string {
  if (groups.length === 2) return `${groups.flatMap((group) => [group >> 8, group & 0xff]).join('.')}/${bits}`
  const full = groups.map((group) => group.toString(16)).join(':')
  return `${new URL(`http://[${full}]`).hostname.slice(1, -1)}/${bits}`
}
