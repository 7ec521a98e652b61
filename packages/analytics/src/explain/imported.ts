import { type AskedScope, dateOfEpochDay, type Metric, type ReportHint, type ReportMeta } from '@footfall/core-domain'
import type { ImportedDays } from '../days/imported-days.ts'
import type { ImportedRange, ImportedUse } from '../plan/imported-use.ts'
import type { Plan } from '../plan/plan.ts'
import type { Stated } from '../read/states.ts'

/** What an answer says of the imported days of its period. */
export interface ImportedNotes {
  readonly hints: readonly ReportHint[]
  readonly imported: ReportMeta['imported']
}

const NOTHING: ImportedNotes = { hints: [], imported: undefined }

/** Which days are those of an import, and which had to be left out. */
export function importedNotes(
  { timezone, preferences }: Pick<AskedScope, 'timezone' | 'preferences'>,
  { question, imported }: Plan,
  totals: readonly Stated[],
): ImportedNotes {
  if (imported === undefined) return NOTHING
  const metrics = question.metrics.flatMap(({ name }, at): MetricUse[] => {
    // Of what was never collected nothing is left out.
    if (totals[at]?.reason === 'metric_not_collected') return []
    return [{ name, uses: [imported.totals[at], imported.rows[at]].filter((use) => use !== undefined) }]
  })
  const ranges = metrics.flatMap(({ uses }) => uses).flatMap(({ used }) => used)
  const used = [...new Set(ranges.flatMap(daysOf))].sort((a, b) => a - b)
  const isOtherZone = used.length > 0 && timezone !== preferences.timezone
  return {
    hints: [
      ...leftOutHints(metrics),
      ...(isOtherZone ? [{ code: 'imported_days_zone' as const, ...rangeOf(used) }] : []),
    ],
    imported: used.length > 0 ? { ...rangeOf(used), sources: sourcesOf(imported.days, ranges) } : undefined,
  }
}

/** The hint of a report that cannot use imported days. */
export function allLeftOut(days: readonly number[]): readonly ReportHint[] {
  return days.length === 0 ? [] : [{ code: 'imported_days_left_out', ...rangeOf(days) }]
}

interface MetricUse {
  readonly name: Metric
  readonly uses: readonly ImportedUse[]
}

/** One hint where all metrics leave the same days out, and else one for the metrics of each list of days. */
function leftOutHints(metrics: readonly MetricUse[]): readonly ReportHint[] {
  const leaving = metrics.map(({ name, uses }) => ({
    name,
    days: [...new Set(uses.flatMap(({ leftOut }) => leftOut))].sort((a, b) => a - b),
  }))
  const alike = Map.groupBy(leaving, ({ days }) => days.join(' '))
  return [...alike.values()].flatMap((group) => {
    const named = alike.size === 1 ? {} : { value: group.map(({ name }) => name).join(', ') }
    return allLeftOut(group[0]?.days ?? []).map((hint) => ({ ...hint, ...named }))
  })
}

function rangeOf(days: readonly number[]) {
  const [first = 0] = days
  return { from: dateOfEpochDay(first), to: dateOfEpochDay(days.at(-1) ?? first), days: days.length }
}

function daysOf({ fromDay, toDay }: ImportedRange): readonly number[] {
  return Array.from({ length: toDay - fromDay + 1 }, (_, i) => fromDay + i)
}

function sourcesOf({ sources }: ImportedDays, ranges: readonly ImportedRange[]) {
  return [...new Set(ranges.flatMap((range) => sources.get(range.import) ?? []))].sort()
}
