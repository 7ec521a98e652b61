import type { AskedScope, ReportHint, ReportMeta, ReportRange, ReportScope } from '@footfall/core-domain'
import type { Sql } from '@footfall/warehouse'
import type { Reader } from '../cache/reader.ts'
import { type ResolvedRange, resolveRange } from '../calendar/date-range.ts'
import { type CollectedData, collectedData } from '../days/collected.ts'
import { knownImports } from '../days/known-imports.ts'
import { ofProduct as rowsOfProduct } from '../days/rows-within.ts'
import { allLeftOut } from '../explain/imported.ts'
import { metaOf } from '../explain/meta.ts'
import { assertRange } from '../question/validate.ts'
import { type Stated, stateOfNothing, unavailable } from '../read/states.ts'

/** What every report over a range of days begins with. */
export interface RangeContext<Scope extends AskedScope = ReportScope> {
  readonly reader: Reader
  readonly scope: Scope
  readonly range: ResolvedRange
  readonly collected: CollectedData
  readonly meta: ReportMeta
  /** Set where the range cannot have data. */
  readonly outside: Stated | undefined
  rows<Row>(statement: Sql): Promise<readonly Row[]>
}

export function rangeContext<Scope extends AskedScope>(
  reader: Reader,
  scope: Scope,
  dates: ReportRange,
): RangeContext<Scope> {
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

export function ofProduct({ product }: Pick<AskedScope, 'product'>): Sql {
  return rowsOfProduct(product)
}

/** Days of the report that are known only from an import. In days since 1970-01-01. */
async function importedDaysIn(
  { reader, scope }: RangeContext<AskedScope>,
  range: ResolvedRange,
): Promise<readonly number[]> {
  if (range.outside) return []
  const days = await Promise.all((scope.parts ?? [scope]).map((part) => importedDaysOf(reader, part, range)))
  return [...new Set(days.flat())].sort((a, b) => a - b)
}

async function importedDaysOf(
  reader: Reader,
  { product, preferences }: AskedScope,
  range: ResolvedRange,
): Promise<readonly number[]> {
  if (typeof product !== 'string') return []
  const { calendar, kept } = range
  const imported = await knownImports(reader, { product, preferences }, [kept], [])
  return (imported?.days ?? []).filter(
    (day) => calendar.startOfDay(day + 1) > kept.startMs && calendar.startOfDay(day) < kept.endMs,
  )
}

/** Names the days that a report leaves out because they are known only from an import. */
export async function importedHints(context: RangeContext<AskedScope>): Promise<readonly ReportHint[]> {
  return allLeftOut(await importedDaysIn(context, context.range))
}

/** The state of a period in which no event was found: with imported days in it, no event does not mean no data. */
export async function stateWithoutEvents(context: RangeContext<AskedScope>, range: ResolvedRange): Promise<Stated> {
  const days = await importedDaysIn(context, range)
  return days.length > 0 ? unavailable('not_fully_collected') : stateOfNothing(context.collected, range)
}
