import type { AnsweredProduct, ReportMeta, ReportScope, StateReason } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { calendarOf } from '../calendar/calendar.ts'
import { collectedData } from '../days/collected.ts'
import { NO_DAYS } from '../days/known-days.ts'
import { knownImports } from '../days/known-imports.ts'
import { type Plan, planOf, unavailableFor } from '../plan/plan.ts'
import type { AskedMetric } from '../question/asked-metric.ts'
import type { Question } from '../question/question.ts'
import { type ColumnValues, keyName, valueName, withheldName } from '../sql/columns.ts'
import { compileRows } from '../sql/statements.ts'
import { AVAILABLE, type Stated, stateOfNothing, unavailable, WITHHELD } from './states.ts'

/** The states of the metrics for each of several products, in the order of the metrics. */
export interface PartStates {
  readonly part: ReportScope
  readonly states: readonly Stated[]
}

/** Reads the states of a question for each of its products. Undefined for a question about one product. */
export async function readParts(
  reader: Reader,
  { question, outside }: Plan,
): Promise<readonly PartStates[] | undefined> {
  const { parts } = question
  if (parts === undefined) return undefined
  if (outside !== undefined)
    return parts.map((part) => ({ part, states: question.metrics.map(() => unavailable(outside)) }))
  const [byProduct, withImports] = await Promise.all([
    rowsByProduct(reader, question),
    partsWithImports(reader, question),
  ])
  return Promise.all(
    parts.map(async (part) => ({
      part,
      states: await Promise.all(
        question.metrics.map((metric, at) =>
          withImports.has(part.product)
            ? unavailable('not_fully_collected')
            : stateOfPart(reader, question, part, metric, at, byProduct.get(part.product)),
        ),
      ),
    })),
  )
}

/**
 * The state that a metric has because of its products; undefined where the sum decides. `ofSum` is why there is no sum, whichever
 * of the products have a number.
 */
export function stateOfAll(parts: readonly PartStates[], at: number, ofSum?: StateReason): Stated | undefined {
  const states = parts.flatMap(({ states }) => states[at] ?? []).filter(({ state }) => state !== 'empty')
  const missing = states.filter(({ state }) => state === 'unavailable')
  const [first] = missing
  if (first?.reason) {
    const isOfAll = missing.length === states.length && missing.every(({ reason }) => reason === first.reason)
    return isOfAll ? first : unavailable(ofSum ?? 'not_available_for_all')
  }
  return states.some(({ state }) => state === 'withheld') ? WITHHELD : undefined
}

/** What the answer says of each product. */
export function productsOf(
  { metrics, names }: Pick<Question, 'metrics' | 'names'>,
  parts: readonly PartStates[],
): NonNullable<ReportMeta['products']> {
  return parts.map(({ part, states }): AnsweredProduct => {
    const others = states.flatMap(({ state, reason }, at) => {
      const metric = metrics[at]?.name
      return state === 'available' || metric === undefined ? [] : [{ metric, state, reason }]
    })
    return {
      id: part.product,
      name: names.get(part.product) ?? part.product,
      timezone: part.preferences.timezone,
      ...(others.length > 0 ? { not_available: others } : {}),
    }
  })
}

/** The numbers of each product, which are there only to know which of them have one. */
async function rowsByProduct(reader: Reader, question: Question): Promise<ReadonlyMap<string, ColumnValues>> {
  const { product, parts = [], rows } = question
  const marked = await collectedData(reader, { ...firstOf(parts), product }).markedQuarters()
  const asked = {
    ...question,
    dimensions: ['product' as const],
    interval: undefined,
    rows: { ...rows, order: { by: 'key' as const }, minVisitors: 0, limit: parts.length, offset: 0 },
  }
  const statement = compileRows(planOf(asked, { ...NO_DAYS, marked }), undefined)
  if (statement === undefined) return new Map()
  const read = await reader.rows<ColumnValues>(product, statement)
  return new Map(read.map((row) => [String(row[keyName(0).text]), row]))
}

function firstOf(parts: readonly ReportScope[]): ReportScope {
  const [first] = parts
  if (first === undefined) throw new TypeError('a question needs a product')
  return first
}

/** Days that are known only from an import have no events to add up with those of other products. */
async function partsWithImports(
  reader: Reader,
  { product, parts = [], range }: Question,
): Promise<ReadonlySet<string>> {
  const hasImports = await collectedData(reader, { ...firstOf(parts), product }).hasImportedDays()
  if (!hasImports) return new Set()
  const { calendar, kept } = range
  const found = await Promise.all(
    parts.map(async (part) => {
      const { days = [] } = (await knownImports(reader, part, [kept], [])) ?? {}
      const ofPart = calendarOf(part.preferences.timezone)
      const isWithin = days.some(
        (day) => ofPart.startOfDay(day + 1) > kept.startMs && calendar.startOfDay(day) < kept.endMs,
      )
      return isWithin ? [part.product] : []
    }),
  )
  return new Set(found.flat())
}

async function stateOfPart(
  reader: Reader,
  { range }: Question,
  part: ReportScope,
  { definition }: AskedMetric,
  at: number,
  row: ColumnValues | undefined,
): Promise<Stated> {
  const { goals } = part
  const collected = collectedData(reader, part)
  const reason = unavailableFor(definition, { goals, range })
  if (reason !== undefined) {
    const nothing = await stateOfNothing(collected, range)
    // Without data, it counts as nothing, also in what it does not track.
    return nothing.state === 'empty' ? nothing : unavailable(reason)
  }
  if (Number(row?.[withheldName(at).text] ?? 0) === 1) return WITHHELD
  const value = row?.[valueName(at).text]
  if (value !== undefined && value !== null && Number(value) !== 0) return AVAILABLE
  const state = await stateOfNothing(collected, range)
  if (state.state !== 'available') return state
  return (await collected.hasMetric(definition, goals.length > 0)) ? AVAILABLE : unavailable('metric_not_collected')
}
