import type { AskedScope, ReportHint, ReportMeta, Timestamp } from '@footfall/core-domain'
import type { ResolvedRange } from '../calendar/date-range.ts'

/** What every report over a range of days says about it. */
export function metaOf(
  { product, timezone, preferences }: AskedScope,
  { dates, availableFrom, today }: ResolvedRange,
  freshUntil: Timestamp,
  rowsWithheld = 0,
): ReportMeta {
  return {
    ...(typeof product === 'string' ? { product } : {}),
    timezone,
    from: dates.from,
    to: dates.to,
    retention: { days: preferences.retention_days, available_from: availableFrom },
    suppression: { threshold: preferences.suppression_threshold, rows_withheld: rowsWithheld },
    fresh_until: freshUntil,
    today,
  }
}

/** Answers without a hint have no list of hints. */
export function withHints(hints: readonly ReportHint[]): Pick<ReportMeta, 'hints'> {
  return hints.length === 0 ? {} : { hints: [...hints] }
}
