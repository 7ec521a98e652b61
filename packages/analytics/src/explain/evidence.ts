import type { Dimension } from '@footfall/core-domain'
import { allOf, joinSql, type Sql, sql, text } from '@footfall/warehouse'
import type { Reader } from '../cache/reader.ts'
import { isProperty, propertyName } from '../definitions/dimensions.ts'
import type { AskedMetric } from '../question/asked-metric.ts'
import { type Alternatives, areAboutEvents, asserts, type Condition, isAboutHappening } from '../question/condition.ts'
import type { Question, Selection } from '../question/question.ts'
import { passes } from '../sql/conditions.ts'
import { reachesGoal } from '../sql/goals.ts'
import { NO_NEXT_PAGE, NO_PREVIOUS_PAGE, PAGEVIEW_OF_VISIT, rowsIn, rowsOfVisitsIn } from '../sql/rows.ts'
import type { Unexplained } from './unexplained.ts'

type Exclusion = 'filters_exclude_each_other' | 'filters_exclude_metric'

/** What all events within retention say about a question. */
export interface Evidence {
  /** The properties of the question that some event carries. */
  readonly carried: ReadonlySet<Dimension>
  /** Whether a value was collected that a condition asserts; undefined where no column holds such values. */
  isSeen(filter: number, alternative: number): boolean | undefined
  /** Why no event that passes can count for a metric; undefined where one can. */
  exclusionOf(at: number): Exclusion | undefined
}

/** A question with what the events of its product show about it. */
export interface WithEvidence extends Unexplained {
  readonly evidence: Evidence
  /** The places of the metrics that are zero or empty. */
  readonly zeros: readonly number[]
}

const IS_EVENT = sql`kind != 'engagement'`

/** Longer conditions would take too long to be evaluated over all events that are kept. */
const CHARACTERS_MAX = 50_000
/** Roughly what a goal adds to a condition. */
const CHARACTERS_OF_GOAL = 50

/** Whether the conditions of a question are short enough to be asked of all events that are kept. */
export function isExplainable({ filters, goals }: Question): boolean {
  const characters = filters.flat().map(({ dimension, values }) => {
    const own = values.reduce((sum, value) => sum + value.length, 0)
    return own + (dimension === 'goal' ? goals.length * CHARACTERS_OF_GOAL : 0)
  })
  return characters.reduce((sum, length) => sum + length, 0) <= CHARACTERS_MAX
}

/** Reads all of it in one statement. */
export async function evidenceOf({
  reader,
  question,
  collected,
}: Pick<Unexplained, 'reader' | 'question' | 'collected'>): Promise<Evidence> {
  const kept: Selection = { ...question, range: collected.retained() }
  const ask = questions()
  const carried = propertiesOf(question).map((dimension) => ({
    dimension,
    flag: ask(sql`mapContains(props, ${text(propertyName(dimension))})`),
  }))
  const seen = question.filters.map((alternatives) =>
    alternatives.map((condition) => {
      const asserted = assertedOnRow(condition, kept)
      return asserted && ask(asserted)
    }),
  )
  const exclusions = question.metrics.map((metric) => exclusion(metric, question, kept, ask))
  const flags = await readFlags(reader, kept, ask.conditions)
  return {
    carried: new Set(carried.filter(({ flag }) => flags(flag)).map(({ dimension }) => dimension)),
    isSeen(filter, alternative) {
      const flag = seen[filter]?.[alternative]
      return flag === undefined ? undefined : flags(flag)
    },
    exclusionOf: (at) => exclusions[at]?.(flags),
  }
}

/** Conditions on rows, each asked once: whether any row has it. */
interface Questions {
  (condition: Sql): number
  readonly conditions: readonly Sql[]
}

function questions(): Questions {
  const conditions: Sql[] = []
  const ask = (condition: Sql) => {
    const at = conditions.findIndex(({ text: known }) => known === condition.text)
    return at >= 0 ? at : conditions.push(condition) - 1
  }
  return Object.assign(ask, { conditions })
}

type Flags = (flag: number) => boolean

async function readFlags(reader: Reader, { product, range }: Selection, conditions: readonly Sql[]): Promise<Flags> {
  if (conditions.length === 0) return () => false
  const [row] = await reader.rows<{ flags: readonly (number | string)[] }>(
    product,
    sql`SELECT [${joinSql(
      conditions.map((condition) => sql`toUInt8(countIf(${condition}) > 0)`),
      ', ',
    )}] AS flags FROM events WHERE ${rowsIn(product, range.kept)}`,
  )
  return (flag) => Number(row?.flags[flag] ?? 0) === 1
}

function propertiesOf({ dimensions, filters }: Question): readonly Dimension[] {
  const named = [...dimensions, ...filters.flat().map(({ dimension }) => dimension)]
  return [...new Set(named.filter(isProperty))]
}

/** Whether a row has a value that a condition asserts, where a column holds it. */
function assertedOnRow(condition: Condition, kept: Selection): Sql | undefined {
  const onRow = (dimension: Dimension) => {
    const single: Condition = { ...condition, dimension, negated: false, scope: 'event' }
    return allOf([IS_EVENT, passes({ ...kept, filters: [[single]] })])
  }
  switch (condition.dimension) {
    case 'goal':
    case 'visit_duration':
    case 'visit_pageviews':
    case 'visit_events':
      return undefined
    case 'exit_page':
      return onRow('page')
    case 'next_page':
      return asserts(condition, NO_NEXT_PAGE) ? IS_EVENT : allOf([PAGEVIEW_OF_VISIT, onRow('page')])
    case 'previous_page':
      return asserts(condition, NO_PREVIOUS_PAGE) ? IS_EVENT : allOf([PAGEVIEW_OF_VISIT, onRow('page')])
    default:
      return onRow(condition.dimension)
  }
}

/** Asks whether a metric is excluded, and returns how to read the answer. */
function exclusion(
  { definition }: AskedMetric,
  question: Question,
  kept: Selection,
  ask: Questions,
): (flags: Flags) => Exclusion | undefined {
  // Pages and titles of conversions are those of their visits.
  const entries = question.filters.filter(
    (entry) => areAboutEvents(entry) && (definition.counts !== 'conversions' || entry.some(isAboutHappening)),
  )
  if (entries.length === 0) return () => undefined
  // Where an event happened does not keep it from being of any kind.
  const choosesKind = entries.some((entry) => entry.some(isAboutHappening))
  const passing = (filters: readonly Alternatives[]) => passes({ ...kept, filters })
  const each = entries.map((entry) => ask(allOf([IS_EVENT, passing([entry])])))
  const together = ask(allOf([IS_EVENT, passing(entries)]))
  const counted = ask(allOf([countedRows(definition, question, kept), passing(entries)]))
  return (flags) => {
    if (!flags(together)) return each.length > 1 && each.every(flags) ? 'filters_exclude_each_other' : undefined
    return flags(counted) || !choosesKind ? undefined : 'filters_exclude_metric'
  }
}

/** The rows that a metric may count. */
function countedRows(
  { counts, formula, requires }: AskedMetric['definition'],
  question: Question,
  kept: Selection,
): Sql {
  // Amounts in another currency are reported separately, and are not another kind of event.
  if (requires !== undefined) return requires
  switch (counts) {
    case 'visits':
      return sql`${IS_EVENT} AND visit != 0`
    case 'conversions':
      return allOf([IS_EVENT, reachesGoal(question.goals, rowsOfVisitsIn(kept.product, kept.range.kept))])
    case 'events':
    case 'page_visits':
      return formula({ on: (condition) => condition, converts: sql`1`, pays: sql`0`, couldConvert: undefined }).where
  }
}
