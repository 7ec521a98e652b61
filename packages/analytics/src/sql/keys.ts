import { type Dimension, isIdentityDimension } from '@footfall/core-domain'
import { allOf, joinSql, type Sql, sql } from '@footfall/warehouse'
import { hourOfDayKey, weekdayKey } from '../calendar/buckets.ts'
import { columnOf, subjectOf } from '../definitions/dimensions.ts'
import type { ComputedMetric } from '../definitions/metric.ts'
import type { Question, Selection } from '../question/question.ts'
import { conversionConditions, passes } from './conditions.ts'
import { goalNames } from './goals.ts'
import { identityKey, withFirsts } from './identity.ts'
import {
  aroundVisits,
  EVENT_OF_VISIT,
  exitPages,
  NEXT_PAGE,
  PREVIOUS_PAGE,
  rowsOfVisitsBegunIn,
  rowsOfVisitsIn,
  wholeVisits,
  withPageSteps,
} from './rows.ts'

/** How rows of `events` are grouped by dimensions. */
export interface KeyedRows {
  /** The keys, as text, in the order of their columns. */
  readonly keys: readonly Sql[]
  /** The table, with what is joined to it so that the rows have the keys. */
  readonly from: Sql
  /** Whether the rows are already those of the visits that have an event that passes. */
  readonly isOfSeenVisits: boolean
}

type Counts = ComputedMetric['counts']
type Keyed = Selection & Pick<Question, 'chosenGoals'>

/** The dimensions by which rows are grouped: those asked for and, by city, its region and country after them. */
export function keyDimensions(dimensions: readonly Dimension[]): readonly Dimension[] {
  if (!dimensions.includes('city')) return dimensions
  return [...new Set<Dimension>([...dimensions, 'region', 'country'])]
}

export function keyedRows(question: Keyed, counts: Counts, dimensions: readonly Dimension[]): KeyedRows {
  const ofEvents = dimensions.filter((dimension) => isSeen(dimension, counts))
  const ofRows = dimensions.filter((dimension) => !ofEvents.includes(dimension))
  const rowKey = (dimension: Dimension) => keyOnRow(dimension, question, counts)
  const seenKey = (dimension: Dimension) => SEEN_KEYS[ofEvents.indexOf(dimension)] ?? SEEN_KEYS[0]
  const own = joined(ofRows, question)
  return {
    keys: dimensions.map((dimension) => (ofEvents.includes(dimension) ? seenKey(dimension) : rowKey(dimension))),
    from:
      ofEvents.length === 0
        ? own
        : sql`${own} INNER JOIN (${seen(ofEvents, question, counts)}) AS seen ON visit = seen_visit`,
    isOfSeenVisits: ofEvents.length > 0,
  }
}

const SEEN_KEYS = [sql`seen_0`, sql`seen_1`] as const

/** Whether the key is that of an event somewhere in the visit, and not that of the row that is counted. */
function isSeen(dimension: Dimension, counts: Counts): boolean {
  const subject = subjectOf(dimension)
  if (counts === 'visits') return subject !== 'visit' && subject !== 'time'
  return counts === 'conversions' && subject === 'place'
}

/** Each visit with each key that one of its events has. */
function seen(dimensions: readonly Dimension[], question: Keyed, counts: Counts): Sql {
  const { product, range } = question
  const from = joined(dimensions, question)
  const keys = dimensions.map(
    (dimension, i) => sql`${keyOnRow(dimension, question, 'events')} AS ${SEEN_KEYS[i] ?? SEEN_KEYS[0]}`,
  )
  const rows =
    counts === 'visits'
      ? [rowsOfVisitsBegunIn(product, range.kept), EVENT_OF_VISIT, passes(question)]
      : [rowsOfVisitsIn(product, range.kept), EVENT_OF_VISIT, conversionConditions(question).seen ?? sql`1`]
  return sql`SELECT DISTINCT visit AS seen_visit, ${joinSql(keys, ', ')} FROM ${from}
    WHERE ${allOf(rows)}`
}

/** Holds for the rows of other filters, joined with what their visits saw, whose visit and keys these filters find too. */
export function seenIn(question: Keyed, counts: Counts, dimensions: readonly Dimension[]): Sql {
  const ofEvents = dimensions.filter((dimension) => isSeen(dimension, counts))
  const columns = [sql`seen_visit`, ...ofEvents.map((_, i) => SEEN_KEYS[i] ?? SEEN_KEYS[0])]
  return sql`(${joinSql(columns, ', ')}) IN (${seen(ofEvents, question, counts)})`
}

/** The table, joined with what some dimensions need. */
function joined(dimensions: readonly Dimension[], question: Keyed): Sql {
  const { product, range } = question
  const hasExit = dimensions.includes('exit_page')
  const facts = dimensions.includes('bounced')
    ? sql` LEFT JOIN (SELECT whole_visit, bounced FROM (${wholeVisits(product, range.kept)})) AS facts ON visit = whole_visit`
    : sql``
  const hasSteps = dimensions.some((dimension) => dimension === 'next_page' || dimension === 'previous_page')
  const exits = hasExit ? sql` LEFT JOIN (${exitPages(product, range.kept)}) AS exits ON visit = exit_visit` : sql``
  const steps = hasSteps ? withPageSteps(product, range.kept) : sql``
  const firsts = dimensions.some(isIdentityDimension) ? withFirsts(question) : sql``
  return sql`events${exits}${facts}${steps}${firsts}`
}

function keyOnRow(dimension: Dimension, question: Keyed, counts: Counts): Sql {
  const { product, range, chosenGoals } = question
  const instant = counts === 'visits' ? sql`visit_start` : sql`ts`
  switch (dimension) {
    case 'exit_page':
      return sql`exit_path`
    case 'bounced':
      return sql`bounced`
    case 'next_page':
      return NEXT_PAGE
    case 'previous_page':
      return PREVIOUS_PAGE
    case 'goal':
      return sql`arrayJoin(${goalNames(chosenGoals, rowsOfVisitsIn(product, range.kept))})`
    case 'weekday':
      return sql`toString(${weekdayKey(range.calendar, aroundVisits(range.kept), instant)})`
    case 'hour_of_day':
      return sql`toString(${hourOfDayKey(range.calendar, aroundVisits(range.kept), instant)})`
    case 'visitor_type':
    case 'first_seen_week':
    case 'weeks_since_first':
      return identityKey(dimension, question)
    default: {
      const column = columnOf(dimension)
      if (column === undefined) throw new TypeError(`a row has no ${dimension}`)
      return sql`toString(${column})`
    }
  }
}
