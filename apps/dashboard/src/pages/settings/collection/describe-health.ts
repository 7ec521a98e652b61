import type { Health } from '../../../api/types.ts'
import { formatCount, formatRatio } from '../../../statistics/format.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { formatEventCount } from './event-count.ts'

interface HealthText {
  readonly label: string
  readonly tone: Tone
  /** What it means, and what to do. */
  readonly why: string
}

export function describeHealth(health: Health): HealthText {
  switch (health.status) {
    case 'healthy':
      return { label: 'Healthy', tone: 'good', why: 'Events arrive as usual.' }
    case 'degraded':
      return { label: 'Degraded', tone: 'warning', why: describeDegraded(health) }
    case 'silent':
      return {
        label: 'Silent',
        tone: 'danger',
        why: 'No event arrived for more than a day. Check that the script is still on your pages and that your content security policy allows it.',
      }
    case 'no_data':
      return {
        label: 'No data',
        tone: 'neutral',
        why: 'No event has arrived yet. Add the script below to your pages. The first visit appears within seconds.',
      }
  }
}

/** The possible reasons for a degraded state. */
function describeDegraded({ ingest, usual_weekday: usual }: Health): string {
  const mayBeFewer = usual?.ratio != null && usual.ratio < 1
  const mayBeBehind = ingest.pending_events > 0
  if (mayBeFewer && mayBeBehind)
    return 'Far fewer events arrive than usual, or the service is behind with processing. The figures below show which.'
  return mayBeBehind
    ? 'The service is behind with processing. No events are lost: the latest figures appear later.'
    : 'Far fewer events arrive than usual on this weekday. Check that the script is still on all pages.'
}

/** Today compared to the same weekday of previous weeks. */
export function formatUsual(usual: NonNullable<Health['usual_weekday']>): string {
  const weeks = usual.weeks === 1 ? 'last week' : `the last ${usual.weeks} weeks`
  const share = usual.ratio === null ? '' : ` (${formatRatio(usual.ratio)})`
  return `${formatCount(usual.actual)} so far today, ${formatCount(Math.round(usual.expected))} expected by this hour from the same weekday of ${weeks}${share}`
}

type Reason = Health['rejected'][number]['reason']

const REASONS: Readonly<Record<Reason, { readonly what: string; readonly why: string }>> = {
  bot: {
    what: 'Bots',
    why: 'Excluded by the preference “Exclude bots”. The crawler report shows known crawlers.',
  },
  shield_address: { what: 'Addresses', why: 'Dropped by an address shield.' },
  shield_country: { what: 'Countries', why: 'Dropped by a country shield.' },
  shield_path: { what: 'Paths', why: 'Dropped by a path shield.' },
  shield_hostname: { what: 'Hostnames', why: 'Dropped by the hostname shields.' },
  shield_referrer: { what: 'Referrers', why: 'Dropped by a referrer shield.' },
  referrer_spam: { what: 'Referrer spam', why: 'Dropped by the shield “Known referrer spam”.' },
  data_centre: { what: 'Programs in data centres', why: 'Dropped by the shield “Programs in data centres”.' },
  engagement_without_visit: {
    what: 'Engagement after the visit ended',
    why: 'A page that stayed open reported after its visit had ended. No figures are affected.',
  },
  auto_capture_off: {
    what: 'Automatic events that are off',
    why: 'Pages that were loaded before the change still send them.',
  },
  over_budget: {
    what: 'Over the hourly budget',
    why: 'The service limits events and bytes per product and hour. If this was real traffic, ask the operator for a higher limit.',
  },
  invalid: {
    what: 'Invalid',
    why: 'They do not match the format of the API. Check your own API calls: the answer names the problem.',
  },
}

export function describeDropReason(reason: Reason): { readonly what: string; readonly why: string } {
  return REASONS[reason]
}

/** How far processing is behind. */
export function formatLag({ lag_seconds, pending_events }: Health['ingest']): string {
  if (pending_events === 0) return 'Up to date'
  const many = `${formatEventCount(pending_events)} ${pending_events === 1 ? 'is' : 'are'}`
  return `${many} waiting, the oldest for ${formatWait(lag_seconds)}`
}

/** `3 s`, `2 min`, `5 h`. */
function formatWait(seconds: number): string {
  if (seconds < 1) return 'less than a second'
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3_600)} h`
}
