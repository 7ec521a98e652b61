import ipaddr from 'ipaddr.js'

/**
 * One spelling per address: an IPv4-mapped IPv6 address becomes IPv4, IPv6 is compressed and has no zone. Empty text
 * for anything else.
 */
export function normalizeAddress(address: string): string {
  if (USUAL_IPV4.test(address)) return address
  const parsed = parseAddress(address)
  return parsed ? parsed.toString() : ''
}

/** Four decimal numbers up to 255 without leading zeros: the one spelling already. */
const USUAL_IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

export type Address = ReturnType<typeof ipaddr.process>

/** Accepts only the usual spellings: `ipaddr.js` also accepts octal and short forms of IPv4. */
export function parseAddress(address: string): Address | undefined {
  const bare = (address.includes('%') ? address.replace(/%.*$/s, '') : address).trim()
  if (USUAL_IPV4.test(bare)) return new ipaddr.IPv4(bare.split('.').map(Number))
  if (!bare.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return undefined
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

/** Tests whether an address is in one of the ranges; invalid ranges match nothing. */
export function compileAddressRanges(cidrs: readonly string[]): (address: Address) => boolean {
  const ranges = cidrs.flatMap((cidr) => parseRange(cidr) ?? [])
  return (address) =>
    ranges.some((range) => range.network.kind() === address.kind() && address.match(range.network, range.bits))
}

interface AddressRange {
  readonly network: Address
  readonly bits: number
}

function parseRange(cidr: string): AddressRange | undefined {
  const [host = '', prefix, ...rest] = cidr.trim().split('/')
  if (rest.length > 0) return undefined
  const mapped = host.includes(':') && ipaddr.IPv6.isValid(host) && ipaddr.IPv6.parse(host).isIPv4MappedAddress()
  const network = parseAddress(host)
  if (!network) return undefined
  const width = network.kind() === 'ipv4' ? 32 : 128
  if (prefix === undefined) return { network, bits: width }
  if (!/^\d{1,3}$/.test(prefix)) return undefined
  const bits = Number(prefix) - (mapped ? 96 : 0)
  return bits >= 0 && bits <= width ? { network, bits } : undefined
}

/** Ranges of `ipaddr.js` that are not on the public internet. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'unspecified'])

/**
 * Whether a hostname in lower case, as `URL` writes it, belongs to a private network: only there does it name a host. A name without a dot,
 * such as `localhost` or `intranet`, is one.
 */
export function isPrivateHost(hostname: string): boolean {
  if (/^[^.[]*$|\.(?:localhost|local|internal|home\.arpa)$/.test(hostname)) return true
  if (!/^[\d[]/.test(hostname)) return false
  const address = parseAddress(hostname.replace(/^\[|\]$/g, ''))
  return address !== undefined && PRIVATE_RANGES.has(address.range())
}
