import type { Health } from '../../../api/types.ts'
import { formatCount, formatRatio } from '../../../statistics/format.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { countWords } from './event-count.ts'

interface HealthWords {
  readonly label: string
  readonly tone: Tone
  /** What it means, and what to do about it. */
  readonly why: string
}

export function healthWords(health: Health): HealthWords {
  switch (health.status) {
    case 'healthy':
      return { label: 'Healthy', tone: 'good', why: 'Events arrive as usual.' }
    case 'degraded':
      return { label: 'Degraded', tone: 'warning', why: degradedBy(health) }
    case 'silent':
      return {
        label: 'Silent',
        tone: 'danger',
        why: 'No event arrived for more than a day. Did the line get lost from your pages with a release, or does a security policy of the site hold it back?',
      }
    case 'no_data':
      return {
        label: 'No data',
        tone: 'neutral',
        why: 'No event ever arrived. Put the line below on your pages; the first visit shows within seconds.',
      }
  }
}

/** Of the two reasons there are, those that the figures do not rule out. */
function degradedBy({ ingest, usual_weekday: usual }: Health): string {
  const mayBeFewer = usual?.ratio != null && usual.ratio < 1
  const mayBeBehind = ingest.pending_events > 0
  if (mayBeFewer && mayBeBehind)
    return 'Far fewer events arrive than usual, or the service is behind with counting. The lines below tell which.'
  return mayBeBehind
    ? 'The service is behind with counting. Nothing is lost: the figures of the last minutes come later.'
    : 'Far fewer events arrive than usual for this weekday. Look whether the line is still on all your pages.'
}

/** Today against the same weekday of the weeks before. */
export function usualWords(usual: NonNullable<Health['usual_weekday']>): string {
  const weeks = usual.weeks === 1 ? 'last week' : `the last ${usual.weeks} weeks`
  const share = usual.ratio === null ? '' : ` (${formatRatio(usual.ratio)})`
  return `${formatCount(usual.actual)} so far today; ${formatCount(Math.round(usual.expected))} is usual by this hour, going by the same weekday of ${weeks}${share}`
}

type Reason = Health['rejected'][number]['reason']

const REASONS: Readonly<Record<Reason, { readonly what: string; readonly why: string }>> = {
  bot: {
    what: 'Robots and scripts',
    why: 'Kept apart from people. Crawlers among them are in the crawler report. “Keep bots apart” in General decides.',
  },
  shield_address: { what: 'Addresses you shut out', why: 'One of your shields names the address.' },
  shield_country: { what: 'Countries you shut out', why: 'One of your shields names the country.' },
  shield_path: { what: 'Pages you shut out', why: 'One of your shields names the path.' },
  shield_hostname: { what: 'Hostnames you shut out', why: 'Your shields do not let this hostname send.' },
  shield_referrer: { what: 'Referrers you shut out', why: 'One of your shields names the site they came from.' },
  engagement_without_visit: {
    what: 'Time on a page after the visit was over',
    why: 'A page left open for long reported when nobody was there any more. Nothing is missing.',
  },
  auto_capture_off: {
    what: 'Automatic events that are switched off',
    why: 'A script that was loaded earlier still sends what the settings no longer want.',
  },
  over_budget: {
    what: 'Beyond what may be collected in an hour',
    why: 'The service takes only so many events and bytes of a product in an hour. If they were your visitors, ask its operator for more.',
  },
  invalid: {
    what: 'Not understood',
    why: 'They had not the form that the service takes. Look at calls of your own: the answer says what is wrong.',
  },
}

export function rejectionWords(reason: Reason): { readonly what: string; readonly why: string } {
  return REASONS[reason]
}

/** How far counting is behind. */
export function lagWords({ lag_seconds, pending_events }: Health['ingest']): string {
  if (pending_events === 0) return 'Nothing waits to be counted'
  const many = `${countWords(pending_events)} ${pending_events === 1 ? 'waits' : 'wait'}`
  return `${many} to be counted, the oldest for ${durationWords(lag_seconds)}`
}

/** `3 s`, `2 min`, `5 h`. */
function durationWords(seconds: number): string {
  if (seconds < 1) return 'less than a second'
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3_600)} h`
}
