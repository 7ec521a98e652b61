import type { Dimension } from '@footfall/core-domain'
import { anyOf, integer, joinSql, type Sql, sql } from '@footfall/warehouse'
import { placeOfDenominator } from '../plan/plan.ts'
import type { Question } from '../question/question.ts'
import { complementName, type PeriodName, peopleName, valueName, withheldName } from './columns.ts'
import { keyDimensions } from './keys.ts'

/** A number of a row: its place among the metrics, and its period. */
export interface Column {
  readonly at: number
  readonly range: PeriodName
  readonly isAverage: boolean
  /** Whether it is divided by the visitors who could have converted or paid. */
  readonly isDivided: boolean
}

/**
 * Marks, for each number, the cells of too few visitors and, if there are any, the next smallest until the marked ones
 * together reach the threshold: otherwise the total less the other rows would reveal a single small cell. With two dimensions
 * that holds for the rows of each value too, since a question by one of them has its total. All of it happens before paging, so
 * that the state of a row does not depend on its page.
 */
export function withheldMarked(cells: Sql, keys: readonly Sql[], columns: readonly Column[], question: Question): Sql {
  const groups = groupsOf(question, keys)
  const { threshold, complements } = question
  const least = integer(threshold)
  const marked = columns.map(({ at, range, isDivided }) => {
    const [number, people, mark] = [valueName(at, range), peopleName(at, range), withheldName(at, range)]
    // A complement is withheld like an answer, together with what could be subtracted from it.
    const ofComplements = complements.map((_, i) => complementName(at, i, range))
    const counted = [
      { people, isFilled: sql`(${people} > 0 OR ifNull(${number}, 0) != 0)` },
      ...ofComplements.map((name) => ({ people: name, isFilled: sql`${name} > 0` })),
      // What rows without the filter withhold, rows with it must not reveal: the row and its complement add up to them.
      ...ofComplements.map((name) => ({
        people: sql`(${people} + ${name})`,
        isFilled: sql`(${people} + ${name} > 0 OR ifNull(${number}, 0) != 0)`,
      })),
    ].map((one, i) => ({
      ...one,
      isSmall: sql`(${one.people} < ${least} AND ${one.isFilled})`,
      groups: groups.map((partition, group) => ({
        partition,
        small: sql`small_${integer(i)}_${integer(group)}_${mark}`,
        before: sql`before_${integer(i)}_${integer(group)}_${mark}`,
      })),
    }))
    return { mark, counted, divisor: isDivided ? withheldName(placeOfDenominator(question), range) : undefined }
  })
  const all = marked.flatMap(({ counted }) => counted)
  const windows = all.flatMap(({ people, isSmall, groups }) =>
    groups.flatMap(({ partition, small, before }) => [
      sql`sum(${isSmall}) OVER (${partition}) AS ${small}`,
      sql`sum(${people}) OVER (${partition} ORDER BY ${joinSql([people, ...keys], ', ')} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    AS ${before}`,
    ]),
  )
  const own = (one: (typeof marked)[number]) =>
    anyOf(
      one.counted.flatMap(({ isFilled, isSmall, groups }) => [
        isSmall,
        ...groups.map(({ small, before }) => sql`(${small} > 0 AND ${isFilled} AND ${before} < ${least})`),
      ]),
    )
  // With a known numerator, a rate would reveal its denominator.
  const marks = marked.map((one) => {
    const divisor = marked.find(({ mark }) => mark.text === one.divisor?.text)
    return sql`(${anyOf([own(one), ...(divisor ? [own(divisor)] : [])])}) AS ${one.mark}`
  })
  return sql`SELECT *, ${joinSql(marks, ', ')} FROM (
SELECT *, ${joinSql(windows, ', ')} FROM (
${cells}))`
}

/** All rows, and with two dimensions those of each value. */
function groupsOf({ dimensions }: Question, keys: readonly Sql[]): readonly Sql[] {
  if (dimensions.length < 2) return [sql``]
  const keyed = keyDimensions(dimensions)
  const keysOf = (dimension: Dimension) => keyDimensions([dimension]).flatMap((part) => keys[keyed.indexOf(part)] ?? [])
  return [sql``, ...dimensions.map((dimension) => sql`PARTITION BY ${joinSql(keysOf(dimension), ', ')}`)]
}
