import type { Reader } from '../cache/reader.ts'
import { numberArithmetic, type RollupNumber } from '../definitions/metric.ts'
import type { PlannedMetric } from '../plan/pass.ts'
import { type Plan, placeOfVisitors } from '../plan/plan.ts'
import type { Question } from '../question/question.ts'
import { type ColumnValues, keyName, valueName } from '../sql/columns.ts'
import { type AskedHeld, type HeldCells, heldCells, type OpenOfPeriods, type Sums } from './held-cells.ts'

/** What `breakdownStatement` and `moversStatement` return, worked out from numbers that this process holds. */

/** The engine orders more rows than these. */
const OFFSET_MAX = 10_000

/**
 * The rows of a breakdown in its order, one more than its limit. Undefined where the engine has to answer. `open` are the
 * numbers of days that are not closed, if they were read already.
 */
export async function heldRows(
  reader: Reader,
  current: Plan,
  earlier: Plan | undefined,
  open?: Promise<OpenOfPeriods>,
): Promise<readonly ColumnValues[] | undefined> {
  const asked = askedHeld(current, earlier)
  if (asked === undefined) return undefined
  const { question } = asked.current
  const { offset, limit, minVisitors } = question.rows
  if (offset > OFFSET_MAX) return undefined
  const cells = await heldCells(reader, asked.current, asked.earlier, open)
  if (cells === undefined) return undefined
  const metrics = metricsIn(asked.current)
  const visitors = metrics.find(({ at }) => at === placeOfAskedVisitors(question))
  const present = presentPlaces(cells, asked.current)
  const shown =
    minVisitors === 0
      ? present
      : present.filter(
          (place) => visitors !== undefined && (metricAt(visitors, cells.current, place) ?? 0) >= minVisitors,
        )
  const first = firstOf(shown, offset + limit + 1, orderOf(question, cells, metrics), cells.keysAt)
  return first.slice(offset).map((place) => columnsOf(asked.current, cells, place))
}

/**
 * The rows whose visitors differ most from the earlier period, up to the limit of each direction, the largest difference first.
 * Undefined where the engine has to answer.
 */
export async function heldMovers(
  reader: Reader,
  current: Plan,
  earlier: Plan,
  open?: Promise<OpenOfPeriods>,
): Promise<readonly ColumnValues[] | undefined> {
  const asked = askedHeld(current, earlier)
  if (asked === undefined) return undefined
  const cells = await heldCells(reader, asked.current, asked.earlier, open)
  if (cells === undefined) return undefined
  const { limit } = asked.current.question.rows
  const difference = differenceIn(cells, metricsIn(asked.current))
  const present = presentPlaces(cells, asked.current)
  const ofSign = (sign: 1 | -1) => {
    const moved = present.filter((place) => Math.sign(difference(place) ?? 0) === sign)
    return firstOf(moved, limit, { value: difference, direction: sign === 1 ? 'desc' : 'asc' }, cells.keysAt)
  }
  const both = [...ofSign(1), ...ofSign(-1)]
  const size = (place: number) => Math.abs(difference(place) ?? 0)
  return firstOf(both, both.length, { value: size, direction: 'desc' }, cells.keysAt).map((place) =>
    columnsOf(asked.current, cells, place),
  )
}

/** Undefined where a period has rows that are not held. */
function askedHeld(
  current: Plan,
  earlier: Plan | undefined,
): { readonly current: AskedHeld; readonly earlier: AskedHeld | undefined } | undefined {
  const of = ({ question, held }: Plan): AskedHeld | undefined => held && { question, held }
  const [own, before] = [of(current), earlier && of(earlier)]
  if (own === undefined || (earlier !== undefined && before === undefined)) return undefined
  return { current: own, earlier: before }
}

function metricsIn({ held }: AskedHeld): readonly PlannedMetric[] {
  return held.metrics
}

function placeOfAskedVisitors(question: Question): number {
  const asked = question.metrics.findIndex(({ name }) => name === 'visitors')
  return asked === -1 ? placeOfVisitors(question) : asked
}

/** Null for an average of nothing. */
function metricAt({ metric }: PlannedMetric, sums: Sums, place: number): number | null {
  const sum = (number: RollupNumber) => sums.get(number)?.[place] ?? 0
  const value = metric.definition.rollup?.value(numberArithmetic(sum)) ?? Number.NaN
  return Number.isFinite(value) ? value : null
}

/** Those at which either period has something that a metric is about that was asked for. */
function presentPlaces({ current, earlier, places }: HeldCells, asked: AskedHeld): readonly number[] {
  const numbers = new Set(
    metricsIn(asked)
      .filter(({ isCompanion }) => !isCompanion)
      .flatMap(({ metric: { definition } }) => definition.rollup?.presentBy ?? definition.rollup?.numbers ?? []),
  )
  const sums = [current, ...(earlier ? [earlier] : [])].flatMap((period) =>
    [...numbers].flatMap((number) => period.get(number) ?? []),
  )
  const present: number[] = []
  for (let place = 0; place < places; place++) if (sums.some((values) => values[place] !== 0)) present.push(place)
  return present
}

function columnsOf(asked: AskedHeld, { current, earlier, keysAt }: HeldCells, place: number): ColumnValues {
  const columns: Record<string, string | number | null> = {}
  for (const [i, key] of keysAt(place).entries()) columns[keyName(i).text] = key
  for (const planned of metricsIn(asked)) {
    columns[valueName(planned.at).text] = metricAt(planned, current, place)
    if (earlier !== undefined) columns[valueName(planned.at, 'earlier').text] = metricAt(planned, earlier, place)
  }
  return columns
}

interface Order {
  /** Null where a row has no value, which comes last; undefined if rows are ordered by their keys only. */
  readonly value: ((place: number) => number | null) | undefined
  readonly direction: 'asc' | 'desc'
}

const BY_KEYS: Order = { value: undefined, direction: 'asc' }

function orderOf({ rows, metrics }: Question, cells: HeldCells, planned: readonly PlannedMetric[]): Order {
  const { order } = rows
  switch (order.by) {
    case 'key':
      return BY_KEYS
    case 'change':
      return cells.earlier === undefined ? BY_KEYS : { value: differenceIn(cells, planned), direction: order.direction }
    case 'metric': {
      const at = metrics.findIndex(({ name }) => name === order.metric)
      const metric = planned.find((one) => one.at === at)
      return metric === undefined
        ? BY_KEYS
        : { value: (place) => metricAt(metric, cells.current, place), direction: order.direction }
    }
  }
}

/** How much the first metric changed. Values that differ by less than the precision of fractions are equal. */
function differenceIn({ current, earlier }: HeldCells, planned: readonly PlannedMetric[]) {
  const first = planned.find(({ at }) => at === 0)
  return (place: number): number | null => {
    if (first === undefined || earlier === undefined) return null
    const value = metricAt(first, current, place)
    return value === null ? null : rounded(value - (metricAt(first, earlier, place) ?? 0))
  }
}

const PRECISION = 1e9

function rounded(value: number): number {
  return Number.isInteger(value) ? value : Math.round(value * PRECISION) / PRECISION
}

/** The first of some places in an order, and by their keys where they are equal in it. */
function firstOf(
  places: readonly number[],
  count: number,
  { value, direction }: Order,
  keysAt: HeldCells['keysAt'],
): readonly number[] {
  const sign = direction === 'asc' ? 1 : -1
  const ranked = places.map((place) => {
    const own = value?.(place) ?? null
    return { place, rank: own === null ? Number.POSITIVE_INFINITY : own * sign }
  })
  // Of many rows a few are shown, so most need no keys.
  const last = Float64Array.from(ranked, ({ rank }) => rank).sort()[count - 1] ?? Number.POSITIVE_INFINITY
  const withKeys = (rows: typeof ranked) => rows.map((one) => ({ ...one, keys: keysAt(one.place) }))
  const before = withKeys(ranked.filter(({ rank }) => rank < last)).sort((a, b) =>
    a.rank === b.rank ? compareKeys(a.keys, b.keys) : a.rank - b.rank,
  )
  const equal = withKeys(ranked.filter(({ rank }) => rank === last))
  return [...before, ...smallest(equal, count - before.length, (a, b) => compareKeys(a.keys, b.keys))].map(
    ({ place }) => place,
  )
}

/** The first in an order. Most are compared once, since all rows may be equal in what comes before their keys. */
function smallest<Item>(items: readonly Item[], count: number, compare: (a: Item, b: Item) => number): readonly Item[] {
  const found = items.slice(0, count).sort(compare)
  for (const item of items.slice(count)) {
    const last = found.at(-1)
    if (last === undefined || compare(item, last) >= 0) continue
    found.pop()
    found.splice(placeFor(item, found, compare), 0, item)
  }
  return found
}

/** Where an item belongs in an ordered list. */
function placeFor<Item>(item: Item, ordered: readonly Item[], compare: (a: Item, b: Item) => number): number {
  let [from, to] = [0, ordered.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const other = ordered[middle]
    if (other !== undefined && compare(other, item) <= 0) from = middle + 1
    else to = middle
  }
  return from
}

function compareKeys(first: readonly string[], second: readonly string[]): number {
  for (const [i, key] of first.entries()) {
    const compared = compareCodePoints(key, second[i] ?? '')
    if (compared !== 0) return compared
  }
  return 0
}

/** As the engine compares texts, by code point. JavaScript compares code units, of which surrogates are not the highest. */
function compareCodePoints(first: string, second: string): number {
  const length = Math.min(first.length, second.length)
  for (let i = 0; i < length; i++) {
    const [a, b] = [first.charCodeAt(i), second.charCodeAt(i)]
    if (a !== b) return ranksAbove(a) - ranksAbove(b)
  }
  return first.length - second.length
}

const [FIRST_SURROGATE, AFTER_SURROGATES, UNITS] = [0xd800, 0xe000, 0x10000]

function ranksAbove(unit: number): number {
  return unit >= FIRST_SURROGATE && unit < AFTER_SURROGATES ? unit + UNITS : unit
}
