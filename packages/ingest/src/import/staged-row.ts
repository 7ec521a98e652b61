import { createHmac, hash } from 'node:crypto'
import { DAY_MS, type TrackingProfile } from '@footfall/core-domain'
import { kindOf, trackerVersion } from '../collector/event-row.ts'
import { normalizeAddress } from '../enrich/address.ts'
import { type Crawler, classifyCrawler } from '../enrich/bots.ts'
import { type Attribution, attribute } from '../enrich/channel.ts'
import type { Geo } from '../enrich/geo.ts'
import { compileGlobs } from '../enrich/glob.ts'
import { languageTag } from '../enrich/language.ts'
import { screenSize } from '../enrich/screen.ts'
import { cacheByText } from '../enrich/text-cache.ts'
import { parsePage } from '../enrich/url.ts'
import { type DeviceTraits, describeUserAgent } from '../enrich/user-agent.ts'
import { visitorId } from '../enrich/visitor.ts'
import type { ImportedEvent } from './imported-event.ts'
import { ATTRIBUTE_SEPARATOR } from './staging.ts'
import { tsvMap, tsvText } from './tsv.ts'

export interface DescribeOptions {
  readonly importId: string
  /** Known to this import alone and forgotten with it: addresses are hashed under salts derived from it. */
  readonly secret: Uint8Array
  readonly profile: TrackingProfile
  readonly geo: Geo
}

export interface StagedRow {
  /** A line of `import_staging` without its line feed; undefined where a bot's row is of no interest. */
  readonly tsv: string | undefined
  readonly bot: boolean
}

/** `seq` orders rows of the same instant. */
export type Describer = (event: ImportedEvent, tsMs: number, seq: number) => StagedRow

/** Fifty thousand usual texts and what was made of them. */
const CACHE_BYTES_MAX = 24 * 1024 ** 2

/** Turns checked events into staged rows. What recurs in a file is described once. */
export function describer(options: DescribeOptions): Describer {
  const { profile, geo } = options
  const person = peopleOf(options)
  const isWanted = crawlerTest(profile)
  const page = cacheByText(CACHE_BYTES_MAX, pageOf)
  const origin = originsOf(profile)
  const agent = cacheByText(CACHE_BYTES_MAX, agentOf)
  const language = cacheByText(CACHE_BYTES_MAX, languageTag)
  const place = cacheByText(CACHE_BYTES_MAX, (address) => geo.lookup(address))
  const head = `${options.importId}\t`

  return (event, tsMs, seq) => {
    const { host, path, search } = page(event.url)
    const { crawler, fields } = agent(event.user_agent ?? '')
    const kind = kindOf(event.name)
    if (crawler && profile.preferences.bot_filtering) {
      const wanted = kind === 'pageview' && isWanted(crawler, path)
      return { bot: true, tsv: wanted ? crawlerRow(head, tsMs, seq, crawler, host, path) : undefined }
    }
    const engaged = kind === 'engagement'
    const where = event.ip === undefined || event.country !== undefined ? event : place(event.ip)
    const { revenue } = event
    return {
      bot: false,
      tsv:
        head +
        person(event, tsMs) +
        `\t${tsMs}\t${seq}\t${kind}\t${tsvText(event.name)}\t${host}\t${path}\t` +
        origin(event.referrer ?? '', search, host) +
        `${SEP}${where.country ?? ''}${SEP}${field(event.region ?? where.region ?? '')}${SEP}${field(event.city ?? where.city ?? '')}${SEP}` +
        `${event.language === undefined ? '' : language(event.language)}${SEP}` +
        (hasDevice(event) ? deviceFields(overridden(event)) : fields) +
        `${SEP}${screenSize(event.width)}\t${(engaged && event.engaged_ms) || 0}\t${(engaged && event.scroll) || 0}\t` +
        `${revenue ? revenue.amount : '0'}\t${revenue ? revenue.currency : ''}\t` +
        `${event.props === undefined ? '{}' : propsField(event.props)}\t${trackerVersion(event.version)}`,
    }
  }
}

/**
 * The two numbers by which a row is told to somebody: `person` groups rows into visits, `visitor` is counted. Somebody
 * known by address is another visitor every day, under salts that are gone when the import ends; somebody whom the
 * file names stays the same in every file of the product.
 */
function peopleOf({ secret, profile: { product } }: DescribeOptions): (event: ImportedEvent, tsMs: number) => string {
  const named = cacheByText(CACHE_BYTES_MAX, (visitor) => {
    // 64 bits of the digest. In one call it takes a third of the time.
    const digest = hash('sha256', `${product}\0${visitor}`, 'hex')
    const id = nonZero(BigInt(`0x${digest.slice(0, 16)}`))
    return `${id}\t${id}`
  })
  const saltOf = cacheByText(64 * 1024, (day) => createHmac('sha256', secret).update(day).digest())
  const identify = (salt: string, address: string, userAgent: string) =>
    visitorId(saltOf(salt), { product, address, userAgent })
  const byAddress = cacheByText(CACHE_BYTES_MAX, (key) => {
    const [day = '', address = '', userAgent = ''] = key.split('\0')
    return `${identify('person', address, userAgent)}\t${identify(day, address, userAgent)}`
  })
  return (event, tsMs) =>
    event.visitor === undefined
      ? byAddress(`${Math.floor(tsMs / DAY_MS)}\0${normalizeAddress(event.ip ?? '')}\0${event.user_agent ?? ''}`)
      : named(event.visitor)
}

function nonZero(id: bigint): bigint {
  return id === 0n ? 1n : id
}

interface Agent {
  readonly crawler: Crawler | undefined
  readonly fields: string
}

function agentOf(userAgent: string): Agent {
  const crawler = userAgent === '' ? undefined : classifyCrawler(userAgent)
  return { crawler, fields: deviceFields(describeUserAgent(userAgent)) }
}

interface Page {
  readonly host: string
  readonly path: string
  readonly search: string
}

function pageOf(url: string): Page {
  const { hostname, path, query } = parsePage(url)
  return { host: tsvText(hostname), path: tsvText(path), search: query.size === 0 ? '' : query.toString() }
}

/** Referrer and campaign as fields of the row; most rows have neither. */
function originsOf(profile: TrackingProfile): (referrer: string, search: string, host: string) => string {
  const ownHostnames = profile.domains.domains.map(({ hostname }) => hostname)
  const excludedParams = profile.preferences.excluded_query_params
  const cached = cacheByText(CACHE_BYTES_MAX, (key) => {
    const [host = '', search = '', ...referrer] = key.split('\0')
    return originFields(
      attribute({
        query: new URLSearchParams(search),
        referrer: referrer.join('\0') || undefined,
        ownHostnames: [host, ...ownHostnames],
        excludedParams,
      }),
    )
  })
  return (referrer, search, host) => cached(`${host}\0${search}\0${referrer}`)
}

function originFields(origin: Attribution): string {
  return [
    origin.referrer,
    origin.channel,
    origin.source,
    origin.utm_source,
    origin.utm_medium,
    origin.utm_campaign,
    origin.utm_content,
    origin.utm_term,
  ]
    .map(field)
    .join(SEP)
}

function deviceFields({ device, browser, browser_version, os, os_version }: DeviceTraits): string {
  return [device, browser, browser_version, os, os_version].map(field).join(SEP)
}

function hasDevice(event: ImportedEvent): boolean {
  return event.device !== undefined || event.browser !== undefined || event.os !== undefined
}

/** A version belongs to the name beside it: one that is given takes the place of both. */
function overridden(event: ImportedEvent): DeviceTraits {
  const traits = describeUserAgent(event.user_agent ?? '')
  return {
    device: event.device ?? traits.device,
    browser: event.browser ?? traits.browser,
    browser_version: event.browser === undefined ? traits.browser_version : (event.browser_version ?? ''),
    os: event.os ?? traits.os,
    os_version: event.os === undefined ? traits.os_version : (event.os_version ?? ''),
  }
}

function propsField(props: NonNullable<ImportedEvent['props']>): string {
  const entries: [string, string][] = []
  for (const [name, value] of Object.entries(props)) {
    if (value !== null) entries.push([name, String(value)])
  }
  return tsvMap(entries)
}

/** The crawlers that the product wants to know of. */
function crawlerTest({ crawlers }: TrackingProfile): (crawler: Crawler, path: string) => boolean {
  const isExcluded = compileGlobs(crawlers.excluded_paths)
  return ({ purpose }, path) => crawlers.enabled && crawlers.track[purpose] && !isExcluded(path)
}

/** A crawler's row keeps its name in `name` and its purpose in `attributes`; it never becomes an event. */
function crawlerRow(head: string, tsMs: number, seq: number, crawler: Crawler, host: string, path: string): string {
  // Spread over the people, so that slices of people are slices of crawlers too.
  const spread = BigInt.asUintN(64, BigInt(seq) * 0x9e3779b97f4a7c15n)
  return `${head}${spread}\t0\t${tsMs}\t${seq}\tcrawler\t${tsvText(crawler.crawler)}\t${host}\t${path}\t${crawler.purpose}\t0\t0\t0\t\t{}\t`
}

const SEP = ATTRIBUTE_SEPARATOR

/** One of the attributes. */
function field(value: string): string {
  return tsvText(value.includes(SEP) ? value.replaceAll(SEP, ' ') : value)
}
