import type { Dimension, Metric, ReportRange, StatsQuery } from '@footfall/core-domain'
import type { Answered, AnsweredRow } from './answered.ts'
import { differentPeriod } from './earlier-period.ts'
import { asksForNothing, shownOfNothing } from './explanation.ts'
import { type Key, keyOf } from './group.ts'
import { localText, type WeekStart } from './local-time.ts'
import { isDivided, nothing } from './metric-oracles.ts'
import { type NaiveAnswer, naive, naiveDivisor } from './naive.ts'
import { differentPoints, differentSeries } from './points.ts'
import { type RangeQuestion, rowsIn } from './question.ts'
import { isNear, isShown, said } from './shown.ts'
import type { World } from './world.ts'

/** Where an answer differs from what plain TypeScript makes of the same rows; empty where it does not. */
export function differences(
  world: World,
  weekStart: WeekStart,
  query: StatsQuery,
  answer: Answered,
  nowMs: number,
): readonly string[] {
  if (asksForNothing(world, query)) return shownOfNothing(answer)
  const ask = (range: ReportRange, untilMs?: number) => askedOf(world, weekStart, query, rowsIn(world, range, untilMs))
  const setting = { timezone: world.timezone, weekStart, nowMs }
  const now = ask(query)
  const { comparison } = answer
  const before =
    comparison && ask(comparison, comparison.until === undefined ? undefined : Date.parse(comparison.until))
  // Only points are compared with a period that is not over.
  const isRunning =
    comparison !== undefined &&
    comparison.until === undefined &&
    comparison.to >= localText(world.timezone, nowMs).slice(0, 'YYYY-MM-DD'.length)
  return [
    ...differentPeriod(query, answer, setting),
    ...answer.metrics.flatMap((shown, i) => [
      ...(shown.metric === query.metrics[i] ? [] : [`metric ${i} is ${shown.metric}`]),
      ...differentValue(shown, now.of(shown.metric).value),
      ...(isRunning ? previousOfRunning(shown) : differentPrevious(shown, before?.of(shown.metric).value)),
    ]),
    ...differentDivisors(query, answer, now),
    ...differentSeries(setting, query, answer),
    ...differentPoints(setting, query, answer.series, now.of),
    ...(before ? differentPoints(setting, query, answer.earlierSeries, before.of) : []),
    ...differentRows(query, answer.rows, now, isRunning ? undefined : before),
    ...differentOrder(query, answer.rows),
  ]
}

interface Asked {
  of(metric: Metric): NaiveAnswer
  divisor(): ReturnType<typeof naiveDivisor>
}

function askedOf(world: World, weekStart: WeekStart, query: StatsQuery, inRange: RangeQuestion['inRange']): Asked {
  const { dimensions, filters, interval } = query
  const known = new Map<Metric, NaiveAnswer>()
  return {
    divisor: () => naiveDivisor(world, { dimensions, filters, interval, weekStart, inRange }),
    of(metric) {
      const answer = known.get(metric) ?? naive(world, metric, { dimensions, filters, interval, weekStart, inRange })
      known.set(metric, answer)
      return answer
    },
  }
}

function differentValue(
  { metric, state, reason, value }: Answered['metrics'][number],
  expected: number | null,
): readonly string[] {
  const right = expected ?? nothing(metric)
  const wrong = `${metric} is ${value} (${state}, ${reason}), not ${right}`
  if (state !== 'available') return value === null && (right === 0 || right === null) ? [] : [wrong]
  return isNear(value, right) ? [] : [wrong]
}

/** A rate and its rows have their denominator, and nothing else has one. */
function differentDivisors({ metrics }: StatsQuery, answer: Answered, { divisor }: Asked): readonly string[] {
  const known = metrics.some(isDivided) ? divisor() : undefined
  const wrong = (where: string, of: Answered['metrics'][number]['of'], right: number | null | undefined) =>
    of?.visitors === right ? [] : [`${where} is of ${of?.visitors} visitors, not ${right}`]
  return [
    ...answer.metrics.flatMap(({ metric, state, of }) => {
      if (!isDivided(metric)) return of === undefined ? [] : [`${metric} has a divisor`]
      return wrong(metric, of, state === 'available' ? known?.value : null)
    }),
    ...(answer.rows ?? []).flatMap(({ keys, values, of }) => {
      if (known === undefined) return of === undefined ? [] : [`${keyOf(keys)} has a divisor`]
      const isKnown = values.some(({ state }, i) => state === 'available' && isDivided(metrics[i] ?? 'visitors'))
      return wrong(keyOf(keys), of, isKnown ? (known.rows.get(keyOf(keys)) ?? 0) : null)
    }),
  ]
}

function previousOfRunning({ metric, previous, change }: Answered['metrics'][number]): readonly string[] {
  const isUnknown = (previous ?? null) === null && (change ?? null) === null
  return isUnknown ? [] : [`${metric} is compared with ${previous}, of a period that is not over`]
}

function differentPrevious(
  { metric, value, previous, change }: Answered['metrics'][number],
  expected: number | null | undefined,
): readonly string[] {
  if (expected === undefined) return []
  const right = expected ?? nothing(metric)
  // Where there is nothing, a state says so instead of a zero.
  const isRight = isNear(previous, right) || (previous === null && right === 0)
  const ratio = value === null || !previous ? null : (value - previous) / previous
  return [
    ...(isRight ? [] : [`${metric} was ${previous}, not ${right}`]),
    ...(isNear(change, ratio) ? [] : [`${metric} changed by ${change}, not ${ratio}`]),
  ]
}

function differentRows(
  { metrics, dimensions, minVisitors = 0, limit }: StatsQuery,
  rows: readonly AnsweredRow[] | undefined,
  now: Asked,
  before: Asked | undefined,
): readonly string[] {
  if (dimensions.length === 0) return rows === undefined ? [] : ['there are rows']
  if (rows === undefined) return ['there are no rows']
  const visitors = (key: Key) => now.of('visitors').rows.get(key) ?? 0
  const ranges = before ? [now, before] : [now]
  const counted = new Set(ranges.flatMap((range) => metrics.flatMap((metric) => keysOf(range.of(metric)))))
  const expected = new Set([...counted].filter((key) => visitors(key) >= minVisitors))
  const found = new Map(rows.map((row) => [keyOf(row.keys), row]))
  // A full page may leave out the last rows.
  const missing = rows.length < limit ? [...expected].filter((key) => !found.has(key)) : []
  return [
    ...(found.size === rows.length ? [] : ['a key has two rows']),
    ...missing.map((key) => `there is no row ${key}`),
    ...[...found].flatMap(([key, row]) => {
      if (!expected.has(key)) return [`there is a row ${key}: ${JSON.stringify(row)}`]
      return [
        ...(row.visitors === visitors(key) ? [] : [`${key} has ${row.visitors} visitors, not ${visitors(key)}`]),
        ...metrics.flatMap((metric, i) => {
          const right = now.of(metric).rows.get(key) ?? nothing(metric)
          const shown = row.values[i]
          return isShown(shown, right) ? [] : [`${metric} of ${key} is ${said(shown)}, not ${right}`]
        }),
        ...metrics.flatMap((metric, i) => {
          if (before === undefined) return []
          const right = before.of(metric).rows.get(key) ?? nothing(metric)
          const shown = row.previous?.[i]
          return isNear(shown, right) ? [] : [`${metric} of ${key} was ${shown}, not ${right}`]
        }),
      ]
    }),
  ]
}

/** Where there is nothing to divide by, there is no row. */
const keysOf = ({ rows }: NaiveAnswer) => [...rows].filter(([, value]) => value !== null).map(([key]) => key)

/** The rows are compared with each other: by what they show, ties by their keys. */
function differentOrder(
  { order, metrics, dimensions }: StatsQuery,
  rows: readonly AnsweredRow[] | undefined,
): readonly string[] {
  const by = order ?? { by: 'metric', metric: metrics[0], direction: 'desc' }
  const measure = (row: AnsweredRow): number => {
    if (by.by === 'key') return 0
    const sign = by.direction === 'desc' ? -1 : 1
    const at = by.by === 'metric' ? metrics.indexOf(by.metric ?? 'visitors') : 0
    const value = row.values[at]?.value ?? null
    const shown = by.by === 'metric' ? value : value === null ? null : value - (row.previous?.[0] ?? 0)
    // Where there is no number, the row comes last.
    return shown === null ? Number.POSITIVE_INFINITY : sign * shown
  }
  return (rows ?? []).flatMap((row, i) => {
    const last = rows?.[i - 1]
    if (last === undefined) return []
    const [one, other] = [measure(last), measure(row)]
    const isRight = isNear(one, other) ? compareKeys(last.keys, row.keys, dimensions) < 0 : one < other
    return isRight ? [] : [`${JSON.stringify(last.keys)} stands before ${JSON.stringify(row.keys)}`]
  })
}

function compareKeys(a: readonly string[], b: readonly string[], dimensions: readonly Dimension[]): number {
  for (const [i, text] of a.entries()) {
    const other = b[i] ?? ''
    const isNumber = dimensions[i] === 'weekday' || dimensions[i] === 'hour_of_day'
    const order = isNumber ? Number(text) - Number(other) : Buffer.compare(Buffer.from(text), Buffer.from(other))
    if (order !== 0) return order
  }
  return 0
}
