import {
  byName,
  CAMPAIGN_DIMENSIONS,
  CAMPAIGN_VALUE_LENGTH_MAX,
  type CampaignDimension,
  type Channel,
  cleanText,
  DIMENSION_TABLE,
  REFERRER_LENGTH_MAX,
} from '@footfall/core-domain'
import { type KnownSource, namesAdvertisements, sourceOfHost, sourceOfTag } from '@footfall/core-domain/sources'
import { isPrivateHost } from './address.ts'
import { canonicalHostname } from './url.ts'

export interface Attribution extends Readonly<Record<CampaignDimension, string>> {
  readonly channel: Channel
  readonly source: string
  /** Host and path of the referring page. */
  readonly referrer: string
}

export interface Arrival {
  /** Query parameters of the entry page. */
  readonly query: URLSearchParams
  readonly referrer: string | undefined
  /** Hostname of the page and domains of the product: a referrer among them is not a source. */
  readonly ownHostnames: readonly string[]
  /** Parameters that the product excludes from attribution. */
  readonly excludedParams?: readonly string[]
}

/**
 * Click ids with their source, and whether they mark advertisements only: Facebook adds `fbclid` to unpaid links too.
 */
const CLICK_IDS: readonly (readonly [param: string, source: string, paid: boolean])[] = [
  ['gclid', 'google', true],
  ['gbraid', 'google', true],
  ['wbraid', 'google', true],
  ['gad_source', 'google', true],
  ['msclkid', 'bing', true],
  ['ttclid', 'tiktok', true],
  ['twclid', 'twitter', true],
  ['li_fat_id', 'linkedin', true],
  ['fbclid', 'facebook', false],
]

/** Tags that name no source, as Google Analytics writes it. */
const DIRECT_TAGS: ReadonlySet<string> = new Set(['(direct)', 'direct'])
const NO_MEDIUM: ReadonlySet<string> = new Set(['', '(none)', '(not set)'])

export function attribute(arrival: Arrival): Attribution {
  const param = reader(arrival)
  const utm = byName(CAMPAIGN_DIMENSIONS, (name) => param(DIMENSION_TABLE[name].parameter ?? name))
  const referrer = parseReferrer(arrival)
  const click = CLICK_IDS.find(([name]) => param(name) !== '')
  const tagged = utm.utm_source || param('source') || param('ref')
  const known = tagged ? sourceOfTag(tagged) : knownReferrer(referrer, click?.[1])
  const medium = utm.utm_medium.toLowerCase()
  const isDirect = DIRECT_TAGS.has(tagged.toLowerCase()) && NO_MEDIUM.has(medium)
  return {
    channel: isDirect
      ? 'Direct'
      : channelOf({
          source: tagged.toLowerCase(),
          known,
          medium,
          campaign: utm.utm_campaign.toLowerCase(),
          paid: PAID_MEDIUM.test(medium) || (medium === '' && ((click?.[2] ?? false) || namesAdvertisements(tagged))),
          referred: referrer !== undefined,
        }),
    source: isDirect ? '' : (known?.name ?? (tagged || bareHost(referrer?.hostname ?? ''))),
    referrer: referrer ? cleanText(`${bareHost(referrer.hostname)}${referrer.path}`, REFERRER_LENGTH_MAX) : '',
    ...utm,
  }
}

function reader({ query, excludedParams = [] }: Arrival): (name: string) => string {
  const excluded = new Set(excludedParams.map((name) => name.toLowerCase()))
  return (name) => (excluded.has(name) ? '' : cleanText(query.get(name) ?? '', CAMPAIGN_VALUE_LENGTH_MAX))
}

interface Referrer {
  readonly hostname: string
  readonly path: string
}

/**
 * Undefined for a referrer that does not parse, is the product itself or a host of a private network. Apps send
 * `android-app://com.example`. A page is the same with and without the slash at its end.
 */
function parseReferrer({ referrer, ownHostnames }: Arrival): Referrer | undefined {
  if (!referrer || !URL.canParse(referrer)) return undefined
  const { protocol, hostname, pathname } = new URL(referrer)
  if (hostname === '' || !/^(https?|android-app|ios-app):$/.test(protocol)) return undefined
  const host = canonicalHostname(hostname)
  if (ownHostnames.some((own) => bareHost(own.toLowerCase()) === bareHost(host))) return undefined
  // The host of an app is its package or its number, and no name of a network.
  if (protocol.startsWith('http') && isPrivateHost(host)) return undefined
  return { hostname: host, path: withoutEndingSlashes(pathname) }
}

/** Not by a regular expression: it would search anew at every slash of a path that visitors made of slashes. */
function withoutEndingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

function bareHost(hostname: string): string {
  return hostname.startsWith('www.') ? hostname.slice(4) : hostname
}

/** A click id names its source only where there is no referrer. */
function knownReferrer(referrer: Referrer | undefined, clickSource: string | undefined): KnownSource | undefined {
  if (referrer) return sourceOfHost(referrer.hostname, referrer.path)
  return clickSource ? sourceOfTag(clickSource) : undefined
}

interface ChannelSignals {
  readonly source: string
  readonly known: KnownSource | undefined
  readonly medium: string
  readonly campaign: string
  /**
   * An advertisement was clicked. The medium says so; where there is none, a click id or the name of the source does.
   */
  readonly paid: boolean
  readonly referred: boolean
}

/** `pmax` is what advertisers write for Performance Max, which Google Analytics knows from Google Ads. */
const PAID_MEDIUM = /^(?:.*cp.*|ppc|retargeting|paid.*|pmax)$/
const DISPLAY_MEDIA: ReadonlySet<string> = new Set(['display', 'banner', 'expandable', 'interstitial', 'cpm'])
const SOCIAL_MEDIA: ReadonlySet<string> = new Set([
  'social',
  'social-network',
  'social-media',
  'social_network',
  'social_media',
  'social network',
  'social media',
  'sm',
])
const EMAIL_WORDS: ReadonlySet<string> = new Set(['email', 'e-mail', 'e_mail', 'e mail', 'newsletter'])

/** The order of Google Analytics’ default channel group, with a channel for AI assistants. */
function channelOf(signals: ChannelSignals): Channel {
  const { known, medium, campaign, source, paid } = signals
  const kind = known?.kind
  if (campaign.includes('cross-network') || medium === 'cross-network') return 'Cross-network'
  const shopping = kind === 'shopping' || /(?:^|[^a-df-z])shop|shopping/.test(campaign)
  if (paid && shopping) return 'Paid Shopping'
  if (paid && kind === 'search') return 'Paid Search'
  if (paid && (kind === 'social' || SOCIAL_MEDIA.has(medium.replace(/^paid[-_ ]?/, '')))) return 'Paid Social'
  if (paid && kind === 'video') return 'Paid Video'
  if (DISPLAY_MEDIA.has(medium)) return 'Display'
  if (paid) return 'Paid Other'
  return unpaidChannel(signals, shopping) ?? (known || source || signals.referred || medium ? 'Referral' : 'Direct')
}

function unpaidChannel({ known, medium, source }: ChannelSignals, shopping: boolean): Channel | undefined {
  const kind = known?.kind
  if (EMAIL_WORDS.has(medium) || EMAIL_WORDS.has(source) || kind === 'email') return 'Email'
  if (medium === 'affiliate' || medium === 'affiliates') return 'Affiliates'
  if (medium === 'audio') return 'Audio'
  if (medium === 'sms' || source === 'sms') return 'SMS'
  if (medium.endsWith('push') || /mobile|notification/.test(medium) || source === 'firebase')
    return 'Push Notifications'
  if (kind === 'ai') return 'AI Assistants'
  if (shopping) return 'Organic Shopping'
  if (kind === 'social' || SOCIAL_MEDIA.has(medium)) return 'Organic Social'
  if (kind === 'video' || medium.includes('video')) return 'Organic Video'
  if (kind === 'search' || medium === 'organic') return 'Organic Search'
  return undefined
}
