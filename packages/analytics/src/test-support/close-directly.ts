import { DAY_MS, type ProductId, SECOND_MS, type TimeZone } from '@footfall/core-domain'
import {
  allOf,
  DAY_KEYS,
  DAY_PARTS,
  DAY_SUMS,
  dateTime,
  dayColumn,
  type Engine,
  identifier,
  integer,
  joinSql,
  type Sql,
  sql,
  text,
  VISIT_FIGURES,
} from '@footfall/warehouse'
import { calendarOf } from '../calendar/calendar.ts'
import { DAY_OF_VISIT } from '../days/closed-days.ts'
import { DAY_AGGREGATES } from '../days/day-aggregates.ts'
import { DAY_LISTS, type DayList } from '../days/day-lists.ts'
import type { Question } from '../question/question.ts'
import { resolveSpan } from '../question/span.ts'
import { keyDimensions, keyedRows } from '../sql/keys.ts'

/** A day to close, and the lists of dimensions to keep of it. */
export interface DayToClose {
  readonly day: number
  readonly lists: readonly string[]
}

/** Closes days by their definition, all lists of all rows at once. */
export async function closeDirectly(
  engine: Engine,
  product: ProductId,
  timezone: TimeZone,
  days: readonly DayToClose[],
  version: number,
): Promise<void> {
  const cuts = days.map(({ day }) => ({ day, cutMs: cutOf(timezone, day) }))
  for (const list of DAY_LISTS) {
    const kept = days.filter(({ lists }) => lists.includes(list.name)).map(({ day }) => integer(day))
    if (kept.length > 0) await engine.run(figuresStatement(product, timezone, list, kept, cuts, version).text)
  }
  for (const { day, lists } of days) {
    const own = sql`product_id = ${text(product)}`
    await engine.run(
      sql`INSERT INTO closed_days (product_id, day, version, rows, cut, last_at, dimensions)
SELECT ${text(product)}, toDate(${integer(day)}), ${integer(version)},
  (SELECT sum(rows) FROM event_days WHERE ${own} AND day = toDate(${integer(day)})),
  ${dateTime(cutOf(timezone, day))}, max(ts), [${joinSql(lists.map(text), ', ')}]
FROM events WHERE ${own} AND ${DAY_OF_VISIT} = ${integer(day)}`.text,
    )
  }
}

function cutOf(timezone: TimeZone, day: number): number {
  const calendar = calendarOf(timezone)
  return calendar.startOfDay(calendar.dayOf(day * DAY_MS) + 1)
}

function figuresStatement(
  product: ProductId,
  timezone: TimeZone,
  { name, dimensions }: DayList,
  days: readonly Sql[],
  cuts: readonly { readonly day: number; readonly cutMs: number }[],
  version: number,
): Sql {
  const question: Question = {
    product,
    metrics: [],
    dimensions,
    interval: undefined,
    weekStart: 'monday',
    filters: [],
    goals: [],
    chosenGoals: [],
    currency: 'EUR',
    threshold: 0,
    rows: { order: { by: 'key' }, minVisitors: 0, limit: 1, offset: 0 },
    span: resolveSpan(
      { product, timezone, goals: [], preferences: { retention_days: 20_000 } as never },
      { from: '2026-01-01' as never, to: '2027-12-31' as never },
      Date.UTC(2027, 1, 1),
    ),
  }
  const cut = sql`transform(${DAY_OF_VISIT}, [${joinSql(
    cuts.map(({ day }) => integer(day)),
    ', ',
  )}], [${joinSql(
    cuts.map(({ cutMs }) => integer(cutMs / SECOND_MS)),
    ', ',
  )}], toInt64(0))`
  const isOfVisits = (figure: (typeof DAY_SUMS)[number]) => VISIT_FIGURES.some((each) => each === figure)
  const part = (counts: 'events' | 'visits'): Sql => {
    const keyed = keyedRows(question, counts, keyDimensions(dimensions))
    const instant = counts === 'visits' ? sql`toUnixTimestamp(visit_start)` : sql`toUnixTimestamp(ts)`
    const isIn = { before: sql`${instant} < of_cut`, after: sql`${instant} >= of_cut` }
    const columns = [
      sql`${counts === 'events' ? DAY_AGGREGATES.visitors((on) => on) : sql`0`} AS sum_visitors`,
      ...DAY_PARTS.map((each) => {
        const visitors = DAY_AGGREGATES.visitors((on) => allOf([isIn[each], on]))
        return sql`${counts === 'events' ? visitors : sql`0`} AS sum_${identifier(dayColumn('visitors', each))}`
      }),
      ...DAY_SUMS.flatMap((figure) =>
        DAY_PARTS.map((each) => {
          const value = DAY_AGGREGATES[figure]((on) => allOf([isIn[each], on]))
          return sql`${isOfVisits(figure) === (counts === 'visits') ? value : sql`0`} AS sum_${identifier(dayColumn(figure, each))}`
        }),
      ),
    ]
    const keys = DAY_KEYS.map((key, i) => sql`${keyed.keys[i] ?? sql`''`} AS of_${identifier(key)}`)
    return sql`SELECT ${DAY_OF_VISIT} AS of_day, ${joinSql([...keys, ...columns], ', ')}
FROM (SELECT *, ${cut} AS of_cut FROM ${keyed.from} WHERE product_id = ${text(product)} AND ${DAY_OF_VISIT} IN (${joinSql(days, ', ')}))
GROUP BY of_day, ${joinSql(
      DAY_KEYS.map((key) => sql`of_${identifier(key)}`),
      ', ',
    )}`
  }
  const figures = [
    'visitors',
    ...DAY_PARTS.map((each) => dayColumn('visitors', each)),
    ...DAY_SUMS.flatMap((figure) => DAY_PARTS.map((each) => dayColumn(figure, each))),
  ].map(identifier)
  const keys = joinSql(DAY_KEYS.map(identifier), ', ')
  return sql`INSERT INTO day_figures (product_id, dimension, day, version, ${keys}, ${joinSql(figures, ', ')})
SELECT ${text(product)}, ${text(name)}, toDate(of_day), ${integer(version)}, ${joinSql(
    DAY_KEYS.map((key) => sql`of_${identifier(key)}`),
    ', ',
  )}, ${joinSql(
    figures.map((figure) => sql`sum(sum_${figure})`),
    ', ',
  )}
FROM (${part('events')} UNION ALL ${part('visits')})
GROUP BY of_day, ${joinSql(
    DAY_KEYS.map((key) => sql`of_${identifier(key)}`),
    ', ',
  )}`
}
