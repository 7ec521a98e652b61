import { allOf, anyOf, identifier, joinSql, quartersOfTraffic, type Sql, sql } from '@footfall/warehouse'
import { within } from '../days/rows-within.ts'
import { columnOf } from '../definitions/dimensions.ts'
import {
  type ComputedMetric,
  type Formula,
  OF_VISITOR,
  type RollupNumber,
  sqlArithmetic,
} from '../definitions/metric.ts'
import type { Pass, PlannedMetric, RowsPass } from '../plan/pass.ts'
import type { Question } from '../question/question.ts'
import { bucketOf, type Cells, type Grouping, grouped, valueColumns } from './cells.ts'
import { keyName } from './columns.ts'
import { conversionConditions, filterOf, firstRowsOfVisits, inCurrency, passes } from './conditions.ts'
import { daysCells } from './days.ts'
import { type KeyedRows, keyDimensions, keyedRows } from './keys.ts'
import { quartersIn } from './quarters.ts'
import { begunIn, rowsIn, rowsOfVisitsBegunIn, untilVisitsEnd } from './rows.ts'

type Counts = ComputedMetric['counts']

export function cellsOf(pass: Pass, question: Question, grouping: Grouping): Cells {
  switch (pass.source) {
    case 'rollup':
      return rollup(pass, question, grouping)
    case 'rows':
      return rows(pass, question, grouping)
    case 'page_visits':
      return pageVisits(pass, question, grouping)
    case 'days':
      return daysCells(pass, question, grouping)
  }
}

/** Everything that a product collected, by quarters of an hour. */
function rollup({ metrics, marked = [] }: RowsPass, question: Question, grouping: Grouping): Cells {
  const { product, range, threshold } = question
  const { traffic = 'all' } = range.kept
  const columns = metrics.flatMap(({ at, metric }) => {
    const { rollup: formula } = metric.definition
    if (formula === undefined) throw new TypeError('the plan takes the rollup for a metric that it does not hold')
    return valueColumns(
      at,
      metric.definition,
      { value: formula.value(sqlArithmetic(sumOfQuarters)), visitors: PEOPLE },
      threshold,
    )
  })
  const bucket = bucketOf(grouping, sql`t`)
  return {
    columns,
    ...grouped(
      grouping === 'rows' ? question.dimensions.flatMap((dimension) => columnOf(dimension) ?? []) : [],
      bucket,
    ),
    from: sql`${quartersIn(product, range.kept, marked)} AND ${quartersOfTraffic(traffic)}`,
    present: sql`1`,
  }
}

const PEOPLE = sql`uniqExactMerge(visitors)`
const sumOfQuarters = (planned: RollupNumber) => (planned === 'visitors' ? PEOPLE : sql`sum(${identifier(planned)})`)

/** One pass over rows of `events`, of one kind or of several that share their groups and their filter. */
function rows(pass: RowsPass, question: Question, grouping: Grouping): Cells {
  const kinds = [...new Set(pass.metrics.map(({ metric }) => metric.definition.counts))]
  const dimensions = grouping === 'rows' ? question.dimensions : []
  const [first = 'events'] = kinds
  const keyed = keyedRows(question, first, keyDimensions(dimensions))
  const isShared = kinds.length > 1
  // Several numbers have the same denominator, whose conditions may be long, so the first gives it a name.
  const divided = pass.metrics.find(({ metric }) => metric.definition.of !== undefined)
  const everybody = divided && couldConvert(question, dimensions)
  const formulas = pass.metrics.map((planned) => {
    const own = isShared ? ofRange(planned.metric.definition.counts, question) : sql`1`
    const of = everybody && (planned === divided ? sql`((${everybody}) AS could_convert)` : sql`could_convert`)
    const formula = formulaOf(planned, own, of)
    const where = allOf([
      own,
      formula.where,
      ...(isOfFewerRows(pass, planned) ? [firstRowsOfVisits(question.range.kept)] : []),
    ])
    return { planned, formula, where }
  })
  const wheres = anyOf(formulas.map(({ where }) => where))
  const rowsOfPass = allOf([rowsOfKinds(kinds, question), filterOf(first, question, keyed)])
  return {
    columns: formulas.flatMap(({ planned, formula }) =>
      valueColumns(planned.at, planned.metric.definition, formula, question.threshold),
    ),
    ...grouped(keyed.keys, bucketOf(grouping, first === 'visits' ? sql`visit_start` : sql`ts`)),
    from:
      first === 'conversions'
        ? sql`(${withConversions(keyed, rowsOfPass, question)}) WHERE ${wheres}`
        : sql`${keyed.from} WHERE ${allOf([rowsOfPass, wheres])}`,
    present: presentOf(formulas),
  }
}

const IS_CONVERSION = sql`is_conversion`
const IS_PAYMENT = sql`is_payment`

/** A condition on 500 goals is long and part of several aggregates, so it is a column that is computed once. */
function withConversions({ from }: KeyedRows, where: Sql, question: Question): Sql {
  const { reaches, chosen } = conversionConditions(question)
  const columns = [
    sql`(${chosen}) AS is_chosen`,
    sql`(${allOf([reaches, sql`is_chosen`])}) AS ${IS_CONVERSION}`,
    sql`(${allOf([inCurrency(question), sql`is_chosen`])}) AS ${IS_PAYMENT}`,
  ]
  return sql`SELECT *, ${joinSql(columns, ', ')} FROM ${from} WHERE ${where}`
}

/** The deepest point of each visit to a page. */
function pageVisits({ metrics }: RowsPass, question: Question, grouping: Grouping): Cells {
  const keyed = keyedRows(question, 'page_visits', grouping === 'rows' ? keyDimensions(question.dimensions) : [])
  const bucket = bucketOf(grouping, sql`ts`)
  const formulas = metrics.map((planned) => ({ planned, formula: formulaOf(planned, sql`1`, undefined) }))
  const where = allOf([
    rowsIn(question.product, question.range.kept),
    anyOf(formulas.map(({ formula }) => formula.where)),
    passes(question),
  ])
  const { groups, groupBy } = grouped(keyed.keys, bucket)
  const columns = [...groups, sql`max(scroll) AS deepest`, sql`any(visitor) AS person`]
  const of = [sql`visit`, sql`path`, ...groupBy]
  return {
    columns: formulas.flatMap(({ planned, formula }) =>
      valueColumns(planned.at, planned.metric.definition, formula, question.threshold),
    ),
    groups: groupBy,
    groupBy,
    from: sql`(SELECT ${joinSql(columns, ', ')} FROM ${keyed.from} WHERE ${where} GROUP BY ${joinSql(of, ', ')})`,
    present: presentOf(formulas),
  }
}

function formulaOf({ metric }: PlannedMetric, own: Sql, everybody: Sql | undefined): Formula {
  return metric.definition.formula({
    on: (condition) => allOf([own, condition]),
    converts: IS_CONVERSION,
    pays: IS_PAYMENT,
    couldConvert: everybody,
  })
}

/** Everybody who could have converted, by the other dimension: rows by goal hold only visitors who converted. */
export function couldConvert(question: Question, dimensions: Question['dimensions']): Sql | undefined {
  if (!dimensions.includes('goal')) return undefined
  const all = keyDimensions(dimensions)
  const others = all.filter((dimension) => dimension !== 'goal')
  const keyed = keyedRows(question, 'conversions', others)
  const condition = [filterOf('conversions', question, keyed), OF_VISITOR]
  const from = sql`${keyed.from} WHERE ${allOf([rowsIn(question.product, question.range.kept), ...condition])}`
  if (others.length === 0) return sql`(SELECT uniqExact(visitor) FROM ${from})`
  const ofOthers = joinSql(keyed.keys, ', ')
  const counts = sql`SELECT toString([${ofOthers}]) AS of_keys, uniqExact(visitor) AS people FROM ${from} GROUP BY of_keys`
  const keys = others.map((dimension) => keyName(all.indexOf(dimension)))
  return sql`(SELECT CAST((groupArray(of_keys), groupArray(people)), 'Map(String, UInt64)') FROM (${counts}))[toString([${joinSql(keys, ', ')}])]`
}

function isOfFewerRows({ oneRowPerVisit }: RowsPass, { metric }: PlannedMetric): boolean {
  return oneRowPerVisit && metric.definition.oneRowPerVisitSuffices === true
}

/** The rows that a kind of metric counts, by when they happened or when their visit began. */
export function ofRange(counts: Counts, { range }: Question): Sql {
  return counts === 'visits' ? begunIn(range.kept) : within(range.kept)
}

/** The rows of a pass. Where it has rows of several kinds, each metric says which are its own. */
export function rowsOfKinds(kinds: readonly Counts[], { product, range }: Question): Sql {
  if (!kinds.includes('visits')) return rowsIn(product, range.kept)
  return kinds.length === 1 ? rowsOfVisitsBegunIn(product, range.kept) : rowsIn(product, untilVisitsEnd(range.kept))
}

function presentOf(formulas: readonly { readonly planned: PlannedMetric; readonly formula: Formula }[]): Sql {
  return anyOf(formulas.filter(({ planned }) => !planned.isCompanion).map(({ formula }) => formula.present))
}
