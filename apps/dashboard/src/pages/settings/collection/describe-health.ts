import type { Health } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { formatRatio } from '../../../statistics/format.ts'
import type { Tone } from '../../../ui/badge.tsx'

interface HealthText {
  readonly label: string
  readonly tone: Tone
  /** What it means, and what to do. */
  readonly why: string
}

export function describeHealth(health: Health): HealthText {
  switch (health.status) {
    case 'healthy':
      return { label: t('settings.collection.healthy'), tone: 'good', why: t('settings.collection.healthy_hint') }
    case 'degraded':
      return { label: t('settings.collection.degraded'), tone: 'warning', why: describeDegraded(health) }
    case 'silent':
      return { label: t('settings.collection.silent'), tone: 'danger', why: t('settings.collection.silent_hint') }
    case 'no_data':
      return { label: t('settings.collection.no_data'), tone: 'neutral', why: t('settings.collection.no_data_hint') }
  }
}

/** The possible reasons for a degraded state. */
function describeDegraded({ ingest, usual_weekday: usual }: Health): string {
  const mayBeFewer = usual?.ratio != null && usual.ratio < 1
  const mayBeBehind = ingest.pending_events > 0
  if (mayBeFewer && mayBeBehind) return t('settings.collection.degraded_both')
  return mayBeBehind ? t('settings.collection.degraded_behind') : t('settings.collection.degraded_fewer')
}

/** Today compared to the same weekday of previous weeks. */
export function formatUsual(usual: NonNullable<Health['usual_weekday']>): string {
  const values = { actual: usual.actual, expected: Math.round(usual.expected), weeks: usual.weeks }
  return usual.ratio === null
    ? t('settings.collection.usual', values)
    : t('settings.collection.usual_share', { ...values, share: formatRatio(usual.ratio) })
}

/** How far processing is behind. */
export function formatLag({ lag_seconds, pending_events }: Health['ingest']): string {
  if (pending_events === 0) return t('settings.collection.up_to_date')
  return t('settings.collection.lag', { count: pending_events, wait: formatWait(lag_seconds) })
}

/** `3 s`, `2 min`, `5 h`. */
function formatWait(seconds: number): string {
  if (seconds < 1) return t('settings.collection.wait_now')
  if (seconds < 120) return t('settings.collection.wait_seconds', { count: Math.round(seconds) })
  if (seconds < 7_200) return t('settings.collection.wait_minutes', { count: Math.round(seconds / 60) })
  return t('settings.collection.wait_hours', { count: Math.round(seconds / 3_600) })
}
