import { allOf, integer, joinSql, not, type Sql, sql } from '@footfall/warehouse'
import { distinctVisitors, type Formula } from '../definitions/metric.ts'
import type { PlannedMetric, RowsPass } from '../plan/pass.ts'
import type { Question } from '../question/question.ts'
import { bucketOf, type Grouping, grouped } from './cells.ts'
import { complementName } from './columns.ts'
import { conversionConditions, filterOf, inCurrency, inPassingVisits, inVisitsThatSaw, passes } from './conditions.ts'
import { type KeyedRows, keyDimensions, keyedRows, seenIn } from './keys.ts'
import { couldConvert, ofRange, rowsOfKinds } from './passes.ts'

/**
 * The complements of a pass: for each of the questions without some of the reader's filters, the visitors behind what it
 * counts and the question itself does not, by the same groups. One reading of the rows that the widest of them counts.
 */
export interface ComplementCells {
  readonly columns: readonly Sql[]
  readonly groups: readonly Sql[]
  readonly groupBy: readonly Sql[]
  readonly from: Sql
}

/** What a question counts among the rows of a wider one: conditions on rows with the keys of the wider one. */
interface Counted {
  /** Rows that pass. */
  readonly able: Sql
  readonly converts: Sql
  readonly pays: Sql
  readonly couldConvert: Sql | undefined
}

export function complementCells(pass: RowsPass, question: Question, grouping: Grouping): ComplementCells {
  const kinds = [...new Set(pass.metrics.map(({ metric }) => metric.definition.counts))]
  const [first = 'events'] = kinds
  const isShared = kinds.length > 1
  const dimensions = grouping === 'rows' ? question.dimensions : []
  const wider = question.complements.map((rows) => ({ ...question, ...rows, complements: [] }))
  const [widest = question] = wider
  const keyed = keyedRows(widest, first, keyDimensions(dimensions))
  const counted = [question, ...wider].map((asked) => countedOf(asked, first, keyed, dimensions))
  // Each condition is long and part of several aggregates, so it is a column that is computed once.
  const named = counted.map(({ couldConvert: of }, i) => ({
    able: sql`able_${integer(i)}`,
    converts: sql`converts_${integer(i)}`,
    pays: sql`pays_${integer(i)}`,
    couldConvert: of,
  }))
  const conditions = counted.flatMap(({ able, converts, pays }, i) => [
    sql`(${able}) AS able_${integer(i)}`,
    sql`(${converts}) AS converts_${integer(i)}`,
    sql`(${pays}) AS pays_${integer(i)}`,
  ])
  const [own, ...others] = named
  if (own === undefined) throw new TypeError('a question counts something')
  const where = allOf([rowsOfKinds(kinds, question), filterOf(first, widest, keyed)])
  return {
    columns: pass.metrics.flatMap((planned) => {
      const ofKind = isShared ? ofRange(planned.metric.definition.counts, question) : sql`1`
      return others.map((other, i) => sql`${peopleOf(planned, ofKind, other, own)} AS ${complementName(planned.at, i)}`)
    }),
    ...grouped(keyed.keys, bucketOf(grouping, first === 'visits' ? sql`visit_start` : sql`ts`)),
    from: sql`(SELECT *, ${joinSql(conditions, ', ')} FROM ${keyed.from} WHERE ${where})`,
  }
}

function countedOf(
  question: Question,
  counts: PlannedMetric['metric']['definition']['counts'],
  keyed: KeyedRows,
  dimensions: Question['dimensions'],
): Counted {
  const none = { converts: sql`0`, pays: sql`0`, couldConvert: undefined }
  switch (counts) {
    case 'events':
    case 'page_visits':
      return { able: passes(question), ...none }
    case 'visits':
      return {
        able: keyed.isOfSeenVisits ? seenIn(question, 'visits', keyDimensions(dimensions)) : inPassingVisits(question),
        ...none,
      }
    case 'conversions': {
      const { people, seen, converts, chosen } = conversionConditions(question)
      const saw = keyed.isOfSeenVisits
        ? [seenIn(question, 'conversions', keyDimensions(dimensions))]
        : seen === undefined
          ? []
          : [inVisitsThatSaw(seen, question)]
      return {
        able: allOf([people, ...saw]),
        converts,
        pays: allOf([inCurrency(question), chosen]),
        couldConvert: couldConvert(question, dimensions),
      }
    }
  }
}

/**
 * Visitors behind what `wide` counts and `own` does not. If a visitor counts once, only visitors of whom `own`
 * counts nothing are the difference. A number without a known visitor counts as one of them.
 */
function peopleOf({ metric: { definition } }: PlannedMetric, ofKind: Sql, wide: Counted, own: Counted): Sql {
  const formulaOf = (able: Sql, converts: Sql, pays: Sql, of: Sql | undefined): Formula =>
    definition.formula({ on: (condition) => allOf([ofKind, able, condition]), converts, pays, couldConvert: of })
  if (definition.distinct) {
    const all = formulaOf(wide.able, wide.converts, wide.pays, wide.couldConvert).visitors
    const counted = formulaOf(own.able, own.converts, own.pays, own.couldConvert).visitors
    return sql`toUInt64(greatest(toInt64(${all}) - toInt64(${counted}), 0))`
  }
  const left = definition.counts === 'conversions' ? wide.able : allOf([wide.able, not(own.able)])
  const without = (ofWide: Sql, ofOwn: Sql) => allOf([ofWide, not(allOf([own.able, ofOwn]))])
  const formula = formulaOf(left, without(wide.converts, own.converts), without(wide.pays, own.pays), wide.couldConvert)
  if (definition.counts === 'page_visits') {
    return distinctVisitors((condition) => allOf([ofKind, left, formula.where, condition]), sql`visitor != 0`)
  }
  if (definition.isAverage) return sql`toUInt64(${formula.visitors})`
  return sql`greatest(toUInt64(${formula.visitors}), toUInt64(${formula.value} != 0))`
}
