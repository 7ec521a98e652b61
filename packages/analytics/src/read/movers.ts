import { MOVER_DIMENSIONS, type Mover, type MoverDimension, type OverviewReport } from '@footfall/core-domain'
import { type Reader, toNumber } from '../cache/reader.ts'
import type { KnownDays } from '../days/known-days.ts'
import { type Plan, planOf } from '../plan/plan.ts'
import { askedMetric } from '../question/asked-metric.ts'
import type { Question } from '../question/question.ts'
import { type ColumnValues, keyName, valueName } from '../sql/columns.ts'
import { type OpenListRow, readingOf, severalOpenStatement, togetherWithOthers } from '../sql/several-breakdowns.ts'
import { compileMovers, type NamedRows } from '../sql/statements.ts'
import { change } from './change.ts'
import { LIMITS_OF_OPEN_DAYS, openOfList } from './held-cells.ts'
import { heldMovers } from './held-rows.ts'
import { labelOf } from './labels.ts'
import { hidesSums } from './suppression.ts'

export const NO_MOVERS: OverviewReport['movers'] = { source: [], page: [], country: [], utm_campaign: [] }

/**
 * Reads the rows of each dimension whose visitors changed most from the earlier period, `limit` of each direction, by one
 * statement. Rows that are withheld in either period are left out, since their change would reveal them. So is the row of
 * visits without a value, such as those of no campaign, which names nothing that moved.
 */
export async function readMovers(
  reader: Reader,
  { question, known }: { readonly question: Question; readonly known: KnownDays },
  earlier: Plan,
  limit: number,
): Promise<OverviewReport['movers']> {
  if (hidesSums(question)) return NO_MOVERS
  const plans = MOVER_DIMENSIONS.map((dimension) => {
    const asked = { ...question, metrics: [askedMetric('visitors')], dimensions: [dimension], interval: undefined }
    const current = planOf({ ...asked, rows: { ...question.rows, minVisitors: 0, limit: limit + 1, offset: 0 } }, known)
    return { name: dimension, current, earlier: planOf({ ...asked, range: earlier.question.range }, known) }
  })
  const whole = plans.filter(({ current, earlier }) => !leavesOut(current) && !leavesOut(earlier))
  const rows = (await heldMoversOf(reader, whole)) ?? (await engineMovers(reader, question, whole))
  const of = (dimension: MoverDimension) =>
    strongest(
      rows.filter((row) => row.of_list === dimension).map((row) => moverOf(row, dimension, question)),
      limit,
    )
  return { source: of('source'), page: of('page'), country: of('country'), utm_campaign: of('utm_campaign') }
}

async function engineMovers(
  reader: Reader,
  { product }: Question,
  plans: readonly NamedRows[],
): Promise<readonly ColumnValues[]> {
  const statement = compileMovers(plans)
  return statement === undefined ? [] : reader.rows<ColumnValues>(product, statement)
}

/** Undefined where the engine has to answer for one of the dimensions. */
async function heldMoversOf(reader: Reader, plans: readonly NamedRows[]): Promise<readonly ColumnValues[] | undefined> {
  const asked = plans.flatMap(({ name, current, earlier }) => togetherWithOthers(name, current, earlier) ?? [])
  const [first, ...others] = asked
  if (first === undefined || asked.length < plans.length) return undefined
  if (!asked.every((one) => one.isHeld && readingOf(one) === readingOf(first))) return undefined
  const statement = severalOpenStatement([first, ...others], LIMITS_OF_OPEN_DAYS)
  const product = first.current.question.product
  const open = statement ? reader.rows<OpenListRow>(product, statement) : Promise.resolve([])
  const found = await Promise.all(
    plans.map(async ({ name, current, earlier }) => {
      const ofList = open.then((rows) => openOfList(rows, name))
      const rows = await heldMovers(reader, current, earlier, ofList)
      return rows?.map((row) => ({ ...row, of_list: name }))
    }),
  )
  return found.every((rows) => rows !== undefined) ? found.flat() : undefined
}

/** What an import does not report by a dimension would look like a loss or a gain. */
function leavesOut({ imported }: Plan): boolean {
  return imported?.rows.some(({ leftOut }) => leftOut.length > 0) ?? false
}

/** One row more than the limit was read in each direction, for the one without a value. */
function strongest(movers: readonly Mover[], limit: number): Mover[] {
  const named = movers.filter(({ key }) => key !== '')
  const gained = named.filter(({ visitors, previous }) => visitors > previous).slice(0, limit)
  const lost = named.filter(({ visitors, previous }) => visitors < previous).slice(0, limit)
  const kept = new Set([...gained, ...lost])
  return named.filter((mover) => kept.has(mover))
}

function moverOf(row: ColumnValues, dimension: MoverDimension, question: Question): Mover {
  const key = String(row[keyName(0).text] ?? '')
  const label = labelOf(dimension, key, question)
  const visitors = toNumber(row[valueName(0).text])
  const previous = toNumber(row[valueName(0, 'earlier').text])
  return { key, ...(label === undefined ? {} : { label }), visitors, previous, change: change(visitors, previous) }
}
