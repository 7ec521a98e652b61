import type { ReportHint, ReportMeta, ReportRange, ReportScope } from '@footfall/core-domain'
import { type Sql, sql, text } from '@footfall/warehouse'
import type { Reader } from '../cache/reader.ts'
import { type ResolvedSpan, resolveSpan } from '../calendar/date-range.ts'
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
  readonly span: ResolvedSpan
  readonly collected: CollectedData
  readonly meta: ReportMeta
  /** Set when there can be nothing in the range, whatever was collected. */
  readonly outside: Stated | undefined
  rows<Row>(statement: Sql): Promise<readonly Row[]>
}

export function rangeContext(reader: Reader, scope: ReportScope, range: ReportRange): RangeContext {
  assertRange(range)
  const span = resolveSpan(scope, range, reader.now())
  return {
    reader,
    scope,
    span,
    collected: collectedData(reader, scope),
    meta: metaOf(scope, span, reader.freshUntil()),
    outside: span.outside ? unavailable(span.outside) : undefined,
    rows: (statement) => reader.rows(scope.product, statement),
  }
}

export function ofProduct({ product }: Pick<ReportScope, 'product'>): Sql {
  return sql`product_id = ${text(product)}`
}

/** The days of a report made of events that are known from an import alone. Numbers of days since 1970-01-01. */
async function importedDaysIn({ reader, scope }: RangeContext, span: ResolvedSpan): Promise<readonly number[]> {
  if (span.outside) return []
  const { calendar, kept } = span
  const imported = await knownImports(reader, scope, [kept], [])
  return (imported?.days ?? []).filter(
    (day) => calendar.startOfDay(day + 1) > kept.startMs && calendar.startOfDay(day) < kept.endMs,
  )
}

/** Says which days a report leaves out because nothing but an import tells of them. */
export async function importedHints(context: RangeContext): Promise<readonly ReportHint[]> {
  return allLeftOut(await importedDaysIn(context, context.span))
}

/** The state of a span in which no event was found: with imported days in it, nothing is no answer. */
export async function stateWithoutEvents(context: RangeContext, span: ResolvedSpan): Promise<Stated> {
  const days = await importedDaysIn(context, span)
  return days.length > 0 ? unavailable('not_fully_collected') : stateOfNothing(context.collected, span)
}
