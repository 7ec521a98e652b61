import type { CampaignDimension } from '@footfall/core-domain'
import { sourceOfTag } from '@footfall/core-domain/sources'
import { attribute } from '../../enrich/channel.ts'
import { cacheByText } from '../../enrich/text-cache.ts'
import { known } from './names.ts'

/** What an export says about where visits came from. */
export interface ExportedOrigin extends Partial<Readonly<Record<CampaignDimension, string>>> {
  /** The name of the source. */
  readonly source: string
  /** Address of the referring page, with or without its scheme. */
  readonly referrer?: string
}

export interface Origin {
  readonly channel: string
  readonly source: string
  readonly referrer: string
}

const CACHE_BYTES_MAX = 16 * 1024 ** 2
const DIRECT: ReadonlySet<string> = new Set(['', '(direct)', 'direct', 'direct / none'])

const attributed = cacheByText(CACHE_BYTES_MAX, (key) => {
  const [source = '', medium = '', campaign = '', referrer = ''] = key.split('\0')
  const query = new URLSearchParams({ utm_source: source, utm_medium: medium, utm_campaign: campaign })
  return attribute({ query, referrer: referrer === '' ? undefined : referrer, ownHostnames: [] })
})

/** Channel and source by the rules for live traffic, from what the export says. */
export function originOf(exported: ExportedOrigin): Origin {
  const named = sourceName(exported.source)
  const { utm_source = '', utm_medium = '', utm_campaign = '' } = exported
  const referrer = refererUrl(exported.referrer ?? '')
  // The name says something only where neither a tag nor a referrer does.
  const tag = known(utm_source) || (referrer === '' ? named : '')
  const { channel, referrer: address } = attributed([tag, known(utm_medium), known(utm_campaign), referrer].join('\0'))
  return { channel, source: named, referrer: address }
}

/** The name by which we list a source; empty for direct visits. */
export function sourceName(source: string): string {
  if (DIRECT.has(source.toLowerCase()) || known(source) === '') return ''
  return sourceOfTag(source)?.name ?? source
}

function refererUrl(referrer: string): string {
  if (DIRECT.has(referrer.toLowerCase())) return ''
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(referrer) ? referrer : `https://${referrer}`
}
