import type { ReportHint, ReportMeta, ReportRange, ReportScope } from '@footfall/core-domain'
import { type Sql, sql, text } from '@footfall/warehouse'
import type { Reader } from '../cache/reader.ts'
import { type ResolvedRange, resolveRange } from '../calendar/date-range.ts'
import { type CollectedData, collectedData } from '../days/collected.ts'
import { knownImports } from '../days/known-imports.ts'
import { allLeftOut } from '../explain/imported.ts'
import { metaOf } from '../explain/meta.ts'
import { assertRange } from '../question/validate.ts'
import { type Stated, stateOfNothing, unavailable } from '../read/states.ts'

/** What every report over a range of days begins with. */
export interface RangeContext {
  readonly reader: Reader
  readonly scope: ReportScope
  readonly range: ResolvedRange
  readonly collected: CollectedData
  readonly meta: ReportMeta
  /** Set where the range cannot have data. */
  readonly outside: Stated | undefined
  rows<Row>(statement: Sql): Promise<readonly Row[]>
}

export function rangeContext(reader: Reader, scope: ReportScope, dates: ReportRange): RangeContext {
  assertRange(dates)
  const range = resolveRange(scope, dates, reader.now())
  return {
    reader,
    scope,
    range,
    collected: collectedData(reader, scope),
    meta: metaOf(scope, range, reader.freshUntil()),
    outside: range.outside ? unavailable(range.outside) : undefined,
    rows: (statement) => reader.rows(scope.product, statement),
  }
}

export function ofProduct({ product }: Pick<ReportScope, 'product'>): Sql {
  return sql`product_id = ${text(product)}`
}

/** Days of the report that are known only from an import. In days since 1970-01-01. */
async function importedDaysIn({ reader, scope }: RangeContext, range: ResolvedRange): Promise<readonly number[]> {
  if (range.outside) return []
  const { calendar, kept } = range
  const imported = await knownImports(reader, scope, [kept], [])
  return (imported?.days ?? []).filter(
    (day) => calendar.startOfDay(day + 1) > kept.startMs && calendar.startOfDay(day) < kept.endMs,
  )
}

/** Names the days that a report leaves out because they are known only from an import. */
export async function importedHints(context: RangeContext): Promise<readonly ReportHint[]> {
  return allLeftOut(await importedDaysIn(context, context.range))
}

/** The state of a period in which no event was found: with imported days in it, nothing is no answer. */
export async function stateWithoutEvents(context: RangeContext, range: ResolvedRange): Promise<Stated> {
  const days = await importedDaysIn(context, range)
  return days.length > 0 ? unavailable('not_fully_collected') : stateOfNothing(context.collected, range)
}
