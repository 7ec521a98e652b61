import { BlockList } from 'node:net'
import { CRAWLER_LISTS, type CrawlerList, knownCrawler, LocalDate } from '@footfall/core-domain'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type Address, parseAddress } from './address.ts'

/** The addresses of one list. */
export interface AddressList {
  /** The day that its maker states; undefined where it states none. */
  readonly published: string | undefined
  /** The day on which it was fetched. */
  readonly fetched: string
  /** Addresses and networks in CIDR notation. */
  readonly prefixes: readonly string[]
}

export type CrawlerLists = Readonly<Partial<Record<CrawlerList, AddressList>>>

/** Whether a hit is by whom its user agent names; null where nothing proves or disproves it. */
export type Verdict = boolean | null

export interface CrawlerAddresses {
  /** Checks the address of a hit against the lists of its crawler. */
  verdict(crawler: string, address: string): Verdict
}

/** The largest list has about a thousand. */
export const PREFIXES_MAX = 20_000

const day = z.iso.date()
/** The file that `footfall crawlers update` writes. */
const ListsFile = z.strictObject({
  version: z.literal(1),
  lists: z.partialRecord(
    z.enum(CRAWLER_LISTS),
    z.strictObject({
      published: day.optional(),
      fetched: day,
      prefixes: z
        .array(z.string().refine((prefix) => isListablePrefix(prefix), 'must be an address or a network'))
        .min(1)
        .max(PREFIXES_MAX),
    }),
  ),
})

/** Throws an error that says what is wrong with the file. */
export function parseCrawlerLists(json: string): CrawlerLists {
  const parsed = ListsFile.safeParse(JSON.parse(json))
  if (parsed.success)
    return Object.fromEntries(
      Object.entries(parsed.data.lists).map(([list, value]) => [list, { published: undefined, ...value }]),
    )
  const [issue] = parsed.error.issues
  throw new Error(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
}

export function formatCrawlerLists(lists: CrawlerLists): string {
  return `${JSON.stringify({ version: 1, lists }, undefined, 1)}\n`
}

/** Which lists have been fetched. */
export interface CrawlerListsStatus {
  readonly lists: number
  /** The latest day on which one was fetched; undefined where none was. */
  readonly fetchedOn: LocalDate | undefined
}

export function statusOfLists(lists: CrawlerLists): CrawlerListsStatus {
  const days = Object.values(lists).map(({ fetched }) => fetched)
  const latest = days.toSorted().at(-1)
  return { lists: days.length, fetchedOn: latest === undefined ? undefined : LocalDate.parse(latest) }
}

/** No crawler has networks this wide, and such a network would verify almost anyone. */
const BITS_MIN = { ipv4: 8, ipv6: 20 } as const

/**
 * Whether a list may have this: a public address or network, and not half of the internet. Reserved networks, such as those for
 * documentation, are routed nowhere and confirm nobody.
 */
export function isListablePrefix(prefix: string): boolean {
  const parsed = parsedPrefix(prefix)
  if (parsed === undefined) return false
  const { network, bits } = parsed
  const range = network.range()
  return bits >= BITS_MIN[network.kind()] && (range === 'unicast' || range === 'reserved')
}

function parsedPrefix(prefix: string): { readonly network: Address; readonly bits: number } | undefined {
  const [, host = '', bits] = /^([0-9a-f.:]{2,45})(?:\/(\d{1,3}))?$/i.exec(prefix) ?? []
  const network = parseAddress(host)
  if (network === undefined) return undefined
  const width = network.kind() === 'ipv4' ? 32 : 128
  const length = bits === undefined ? width : Number(bits)
  return length <= width ? { network, bits: length } : undefined
}

/** Prepares lists for lookups. Entries that are not addresses match nothing. */
export function compileCrawlerLists(lists: CrawlerLists): CrawlerAddresses {
  const compiled = new Map<CrawlerList, BlockList>()
  for (const list of CRAWLER_LISTS) {
    const prefixes = lists[list]?.prefixes ?? []
    if (prefixes.length > 0) compiled.set(list, blockListOf(prefixes))
  }
  return {
    verdict(crawler, address) {
      const asked = (knownCrawler(crawler)?.lists ?? []).flatMap((list) => compiled.get(list) ?? [])
      if (asked.length === 0) return null
      const parsed = parseAddress(address)
      if (parsed === undefined || isInternal(parsed)) return null
      const text = parsed.toString()
      return asked.some((list) => list.check(text, parsed.kind()))
    },
  }
}

function blockListOf(prefixes: readonly string[]): BlockList {
  const list = new BlockList()
  for (const prefix of prefixes) {
    const parsed = parsedPrefix(prefix)
    if (parsed) list.addSubnet(parsed.network.toString(), parsed.bits, parsed.network.kind())
  }
  return list
}

const INTERNAL: ReadonlySet<string> = new Set([
  ...['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat', 'unspecified'],
])

/** An address inside of a network is that of a proxy, and says nothing about who is behind it. */
function isInternal(address: Address): boolean {
  return INTERNAL.has(address instanceof ipaddr.IPv4 ? address.range() : address.range())
}
