import type { SeveralStatsReport, StateReason, StatsValue } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { isOfNothing } from '../definitions/metric.ts'
import type { ImportedUse } from '../plan/imported-use.ts'
import { type Plan, placeOfDenominator, placeOfVisitors } from '../plan/plan.ts'
import type { Question } from '../question/question.ts'
import { type ColumnValues, keyName, type PeriodName, valueName, withheldName } from '../sql/columns.ts'
import { keyDimensions } from '../sql/keys.ts'
import { compileRows } from '../sql/statements.ts'
import { change } from './change.ts'
import { heldRows } from './held-rows.ts'
import { labelOf } from './labels.ts'
import { NO_DENOMINATOR, type Numbers } from './numbers.ts'
import type { Stated } from './states.ts'
import { hidesSums, shown } from './suppression.ts'

export type Row = NonNullable<SeveralStatsReport['rows']>[number]

/** A page of the rows of a breakdown. */
export interface Rows {
  readonly rows: readonly Row[] | undefined
  /** Whether there are rows after these. */
  readonly more: boolean
  /** How many of these have a value that is withheld. */
  readonly withheld: number
}

/** What rows are compared with: `plan` is absent where the earlier period cannot be compared. */
export interface EarlierRows {
  readonly plan: Plan | undefined
  readonly numbers: Numbers
}

/** Why a metric has no number in any period, so that an earlier one has none either. */
const OF_EVERY_PERIOD: ReadonlySet<StateReason> = new Set(['metric_not_collected', 'currencies_differ'])

export async function readRows(
  reader: Reader,
  plan: Plan,
  numbers: Numbers,
  earlier: EarlierRows | undefined,
  /** Where a statement for several breakdowns has read them. */
  known?: Promise<readonly ColumnValues[] | undefined>,
): Promise<Rows> {
  const { question } = plan
  if (question.dimensions.length === 0) return { rows: undefined, more: false, withheld: 0 }
  const read =
    (await known) ?? (await heldRows(reader, plan, earlier?.plan)) ?? (await engineRows(reader, plan, earlier))
  const page = read.slice(0, question.rows.limit)
  // Each row by product is of one product.
  if (hidesSums(question) && !question.dimensions.includes('product')) {
    return { rows: [], more: false, withheld: page.length }
  }
  const rows = page.map((row) => rowOf(plan, row, numbers, earlier))
  return {
    rows,
    more: read.length > page.length,
    withheld: rows.filter(({ values }) => values.some(({ state }) => state === 'withheld')).length,
  }
}

function engineRows(reader: Reader, plan: Plan, earlier: EarlierRows | undefined): Promise<readonly ColumnValues[]> {
  const statement = compileRows(plan, earlier?.plan)
  return statement === undefined ? Promise.resolve([]) : reader.rows<ColumnValues>(plan.question.product, statement)
}

function rowOf(
  { question, imported }: Plan,
  row: ColumnValues,
  numbers: Numbers,
  earlier: EarlierRows | undefined,
): Row {
  const { metrics, dimensions } = question
  const keys = keyDimensions(dimensions).map((_, i) => String(row[keyName(i).text] ?? ''))
  const states = statesIn(question, keys, numbers)
  const values = states.map(({ state }, at): StatsValue => {
    // An import may have the rows and not the total: users by source do not add up to all users.
    const isKnown = state === 'available' || state === 'withheld' || (imported?.rows[at]?.used.length ?? 0) > 0
    if (!isKnown) return { value: null, state }
    return knownValue(question, at, valueAt(question, row, at, 'current'), imported?.rows[at])
  })
  const [key = ''] = keys
  const label = labelOf(dimensions[0], key, question)
  const asked = metrics.findIndex(({ name }) => name === 'visitors')
  const place = asked === -1 ? placeOfVisitors(question) : asked
  const visitors = knownValue(question, place, valueAt(question, row, place, 'current'), imported?.rows[place])
  const previous = earlier && previousOf(question, row, states, earlier)
  return {
    key,
    ...(keys.length > 1 ? { keys } : {}),
    ...(label === undefined ? {} : { label }),
    visitors: visitors.value,
    values,
    ...denominatorOf(question, row, values),
    ...(previous ? { previous, change: values.map(({ value }, at) => change(value, previous[at] ?? null)) } : {}),
  }
}

/** The earlier values of a row: null for a metric without a number in any period, or in the earlier one. */
function previousOf(
  question: Question,
  row: ColumnValues,
  states: readonly Stated[],
  { plan, numbers }: EarlierRows,
): (number | null)[] {
  return numbers.totals.map(({ state, reason }, at) => {
    const ofRow = states[at]?.reason
    if (plan === undefined || (ofRow && OF_EVERY_PERIOD.has(ofRow))) return null
    const hasRows = reason === 'not_available_for_all' || (plan.imported?.rows[at]?.used.length ?? 0) > 0
    return state !== 'unavailable' || hasRows ? valueAt(question, row, at, 'earlier').value : null
  })
}

/** The states of the metrics in a row. A row by product has those of its product, where not all products have a number. */
function statesIn({ dimensions }: Question, keys: readonly string[], { totals, parts }: Numbers): readonly Stated[] {
  const product = keys[dimensions.indexOf('product')]
  const own = parts?.find(({ part }) => part.product === product)
  return totals.map((total, at) => (total.reason === 'not_available_for_all' ? (own?.states[at] ?? total) : total))
}

/** The denominator of the shares and averages of a row, if one of them has a value. */
function denominatorOf(question: Question, row: ColumnValues, values: readonly StatsValue[]): Pick<Row, 'of'> {
  const divided = values.filter((_, at) => question.metrics[at]?.definition.of)
  if (divided.length === 0) return {}
  const isKnown = divided.some(({ state }) => state === 'available')
  return {
    of: isKnown ? { visitors: valueAt(question, row, placeOfDenominator(question), 'current').value } : NO_DENOMINATOR,
  }
}

/** Where imported days are left out, zero is not an answer. */
function knownValue(
  { metrics }: Question,
  at: number,
  value: StatsValue,
  imported: ImportedUse | undefined,
): StatsValue {
  if (imported === undefined || imported.leftOut.length === 0 || value.state === 'withheld') return value
  const definition = metrics[at]?.definition
  const isNothing = definition ? isOfNothing(definition, value.value) : value.value === 0
  return isNothing ? { value: null, state: 'unavailable' } : value
}

function valueAt({ metrics }: Question, row: ColumnValues, at: number, range: PeriodName): StatsValue {
  const value = row[valueName(at, range).text]
  const definition = metrics[at]?.definition
  const nothing = definition?.isAverage ? null : 0
  const isWithheld = Number(row[withheldName(at, range).text] ?? 0) === 1
  return shown({ value: value === undefined || value === null ? nothing : Number(value) }, isWithheld)
}
