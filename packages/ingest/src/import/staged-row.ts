import type { PathRules, TrackingProfile } from '@footfall/core-domain'
import type { EventKind } from '@footfall/warehouse'
import { eventTexts, kindOf, propsText, trackerVersion } from '../collector/event-row.ts'
import { type Crawler, classifyCrawler } from '../enrich/bots.ts'
import type { Geo } from '../enrich/geo.ts'
import { compileGlobs } from '../enrich/glob.ts'
import { languageTag } from '../enrich/language.ts'
import { screenSize } from '../enrich/screen.ts'
import { cacheByText } from '../enrich/text-cache.ts'
import { parsePage } from '../enrich/url.ts'
import { describeUserAgent } from '../enrich/user-agent.ts'
import { tsvMap, tsvText } from '../log/tsv.ts'
import {
  attributeField,
  deviceFields,
  hasDeviceOverride,
  originFields,
  overriddenDevice,
  taken,
} from './attribute-fields.ts'
import { storedAs } from './evidence-field.ts'
import type { ImportedEvent } from './imported-event.ts'
import { reportField } from './report-field.ts'
import { personIds } from './staged-person.ts'
import { ATTRIBUTE_SEPARATOR } from './staging.ts'

export interface DescribeOptions {
  readonly importId: string
  /** Secret of this import, deleted when it ends: addresses are hashed under salts derived from it. */
  readonly secret: Uint8Array
  readonly profile: TrackingProfile
  readonly geo: Geo
}

export interface StagedRow {
  /** A line of `import_staging` without its line feed; undefined for a bot that the product does not track. */
  readonly tsv: string | undefined
  readonly bot: boolean
  readonly kind: EventKind
}

/** `seq` orders rows of the same instant. */
export type Describer = (event: ImportedEvent, timestampMs: number, seq: number) => StagedRow

/** Some fifty thousand typical texts and their results. */
const CACHE_BYTES_MAX = 24 * 1024 ** 2

/** Turns checked events into staged rows. Values that recur in a file are computed once. */
export function describer({ importId, secret, profile, geo }: DescribeOptions): Describer {
  const personOf = personIds(profile.product, secret, profile.visitorKey)
  const isTracked = trackedCrawlers(profile)
  const pageOf = cacheByText(CACHE_BYTES_MAX, (url) => parsePageFields(url, profile.preferences.path_rules))
  const originOf = originFields(profile)
  const agentOf = cacheByText(CACHE_BYTES_MAX, parseAgent)
  const languageOf = cacheByText(CACHE_BYTES_MAX, languageTag)
  const locationOf = cacheByText(CACHE_BYTES_MAX, (address) => geo.lookup(address))
  const prefix = `${importId}\t`

  return (event, timestampMs, seq) => {
    const { host, path, search } = pageOf(event.url)
    const { crawler, fields } = agentOf(event.user_agent ?? '')
    const { name, title } = eventTexts(event.name, event.title)
    const kind = kindOf(name)
    if (crawler && profile.preferences.bot_filtering) {
      const tracked = kind === 'pageview' && isTracked(crawler, path)
      return { bot: true, kind, tsv: tracked ? crawlerRow(prefix, timestampMs, seq, crawler, host, path) : undefined }
    }
    const isEngagement = kind === 'engagement'
    const location = event.ip === undefined || event.country !== undefined ? event : locationOf(event.ip)
    const { revenue } = event
    const attributes = [
      originOf(event.referrer ?? '', search, host),
      location.country ?? '',
      attributeField(taken(event, 'region') ?? location.region ?? ''),
      attributeField(taken(event, 'city') ?? location.city ?? ''),
      event.language === undefined ? '' : languageOf(event.language),
      hasDeviceOverride(event) ? deviceFields(overriddenDevice(event)) : fields,
      screenSize(event.width),
    ].join(ATTRIBUTE_SEPARATOR)
    return {
      bot: false,
      kind,
      tsv:
        `${prefix}${personOf(event, timestampMs)}\t${timestampMs}\t${seq}\t${kind}\t${tsvText(name)}\t${host}\t${path}\t` +
        `${attributes}\t${(isEngagement && event.engaged_ms) || 0}\t${(isEngagement && event.scroll) || 0}\t` +
        `${revenue ? revenue.amount : '0'}\t${revenue ? revenue.currency : ''}\t` +
        `${event.props === undefined ? '{}' : propsField(event.props)}\t${trackerVersion(event.version)}\t${tsvText(title)}\t${event.interactive === false ? 0 : 1}\t${reportField({ ...event, name }, storedAs(event.traffic, event.evidence))}`,
    }
  }
}

function parseAgent(userAgent: string) {
  const crawler = userAgent === '' ? undefined : classifyCrawler(userAgent)
  return { crawler, fields: deviceFields(describeUserAgent(userAgent)) }
}

function parsePageFields(url: string, rules: PathRules) {
  const { hostname, path, query } = parsePage(url, rules)
  return { host: tsvText(hostname), path: tsvText(path), search: query.size === 0 ? '' : query.toString() }
}

function propsField(props: NonNullable<ImportedEvent['props']>): string {
  return tsvMap(Object.entries(propsText(props)))
}

/** Which crawlers the product tracks. */
function trackedCrawlers({ crawlers }: TrackingProfile): (crawler: Crawler, path: string) => boolean {
  const isExcluded = compileGlobs(crawlers.excluded_paths)
  return ({ purpose }, path) => crawlers.enabled && crawlers.track[purpose] && !isExcluded(path)
}

/** A crawler's row keeps its name in `name` and its purpose in `attributes`; it never becomes an event. */
function crawlerRow(
  prefix: string,
  timestampMs: number,
  seq: number,
  crawler: Crawler,
  host: string,
  path: string,
): string {
  // A person number spread evenly, so that slicing by person slices crawlers too.
  const person = BigInt.asUintN(64, BigInt(seq) * 0x9e3779b97f4a7c15n)
  return `${prefix}${person}\t0\t${timestampMs}\t${seq}\tcrawler\t${tsvText(crawler.crawler)}\t${host}\t${path}\t${crawler.purpose}\t0\t0\t0\t\t{}\t\t\t1\t`
}
