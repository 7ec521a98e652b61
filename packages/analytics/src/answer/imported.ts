import { dateOfEpochDay, type ReportHint, type ReportMeta, type ReportScope } from '@footfall/core-domain'
import type { ImportedDays } from '../days/imported-days.ts'
import type { ImportedRange, ImportedUse } from '../plan/imported-use.ts'
import type { ImportedPlan } from '../plan/plan.ts'

/** What an answer says of the imported days of its span. */
export interface ImportedNotes {
  readonly hints: readonly ReportHint[]
  readonly imported: ReportMeta['imported']
}

const NOTHING: ImportedNotes = { hints: [], imported: undefined }

/** Which days are those of an import, and which had to be left out. */
export function importedNotes(
  { timezone, preferences }: Pick<ReportScope, 'timezone' | 'preferences'>,
  imported: ImportedPlan | undefined,
): ImportedNotes {
  if (imported === undefined) return NOTHING
  // The visitors of each row go along, and are said in the rows.
  const uses = [...imported.totals, ...imported.rows.slice(0, imported.totals.length)]
  const ranges = uses.flatMap(({ used }) => used)
  const used = [...new Set(ranges.flatMap(daysOf))].sort((a, b) => a - b)
  const isOtherZone = used.length > 0 && timezone !== preferences.timezone
  return {
    hints: [...leftOutHints(uses), ...(isOtherZone ? [{ code: 'imported_days_zone' as const, ...spanOf(used) }] : [])],
    imported: used.length > 0 ? { ...spanOf(used), sources: sourcesOf(imported.days, ranges) } : undefined,
  }
}

/** The hint of a report that no import can tell anything of. */
export function allLeftOut(days: readonly number[]): readonly ReportHint[] {
  return leftOutHints([{ list: '', used: [], leftOut: days }])
}

function leftOutHints(uses: readonly ImportedUse[]): readonly ReportHint[] {
  const days = [...new Set(uses.flatMap(({ leftOut }) => leftOut))].sort((a, b) => a - b)
  return days.length === 0 ? [] : [{ code: 'imported_days_left_out', ...spanOf(days) }]
}

function spanOf(days: readonly number[]) {
  const [first = 0] = days
  return { from: dateOfEpochDay(first), to: dateOfEpochDay(days.at(-1) ?? first), days: days.length }
}

function daysOf({ fromDay, toDay }: ImportedRange): readonly number[] {
  return Array.from({ length: toDay - fromDay + 1 }, (_, i) => fromDay + i)
}

function sourcesOf({ sources }: ImportedDays, ranges: readonly ImportedRange[]) {
  return [...new Set(ranges.flatMap((range) => sources.get(range.import) ?? []))].sort()
}
