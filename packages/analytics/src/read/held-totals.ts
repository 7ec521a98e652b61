import type { InstantRange } from '@footfall/core-domain'
import { DAY_PARTS, dayColumn } from '@footfall/warehouse'
import { type Reader, toNumber } from '../cache/reader.ts'
import type { Bucketing } from '../calendar/buckets.ts'
import { numberArithmetic, type RollupNumber } from '../definitions/metric.ts'
import type { UsedDay } from '../plan/days.ts'
import { openRanges } from '../plan/open-ranges.ts'
import type { DaysPass, PlannedMetric } from '../plan/pass.ts'
import { onlyProduct, type Question } from '../question/question.ts'
import { bucketName, type ColumnValues, peopleName, valueName } from '../sql/columns.ts'
import { dayTotalsStatement, HELD_COLUMNS, HELD_NUMBERS, openNumber, openTotalsStatement } from '../sql/held.ts'

/**
 * The numbers of a pass over the whole product, as the engine would answer: of its closed days those that are held, and one
 * statement for all days that are read from rows. With intervals a row for each, otherwise one for the total.
 */
export async function heldTotals(
  reader: Reader,
  question: Question,
  pass: DaysPass,
  intervals: Bucketing | undefined,
): Promise<readonly ColumnValues[]> {
  const [numbersOf, open] = await Promise.all([
    heldNumbers(reader, question, pass.days.used),
    openTotals(reader, question, pass, intervals),
  ])
  const sums = new Map<number | undefined, Map<RollupNumber, number>>()
  const add = (bucket: number | undefined, number: RollupNumber, value: number) => {
    const ofBucket = sums.get(bucket) ?? new Map<RollupNumber, number>()
    sums.set(bucket, ofBucket)
    ofBucket.set(number, (ofBucket.get(number) ?? 0) + value)
  }
  for (const used of pass.days.used)
    for (const number of HELD_NUMBERS) add(used.bucket, number, numbersOf(used, number))
  for (const { bucket, numbers } of open) for (const [number, value] of numbers) add(bucket, number, value)
  return [...sums].map(([bucket, numbers]) => ({
    ...valuesOf(pass.metrics, (number) => numbers.get(number) ?? 0),
    ...(bucket === undefined ? {} : { [bucketName.text]: bucket, is_total: 0 }),
  }))
}

/** The values of metrics by the names that the engine's columns have. */
function valuesOf(
  metrics: readonly PlannedMetric[],
  sum: (number: RollupNumber) => number,
): Record<string, number | null> {
  const values: Record<string, number | null> = {}
  for (const { at, metric } of metrics) {
    const value = metric.definition.rollup?.value(numberArithmetic(sum)) ?? Number.NaN
    values[valueName(at).text] = Number.isFinite(value) ? value : null
    values[peopleName(at).text] = sum('visitors')
  }
  return values
}

type NumbersOfDay = (used: UsedDay, number: RollupNumber) => number

/** The numbers of closed days, after those that were not held were read. */
async function heldNumbers(reader: Reader, question: Question, used: readonly UsedDay[]): Promise<NumbersOfDay> {
  const product = onlyProduct(question)
  const held = reader.held.totals(product)
  const known = new Map<number, Float64Array>()
  const missing = new Map<number, UsedDay>()
  for (const each of used) {
    const { day, version } = each.closed
    const numbers = held.of(day, version)
    if (numbers === undefined) missing.set(day, each)
    else known.set(day, numbers)
  }
  if (missing.size > 0) {
    const rows = await reader.passingRows<{ of_day: number; numbers: readonly number[] }>(
      product,
      dayTotalsStatement(product, [...missing.values()]),
    )
    const read = new Map(rows.map(({ of_day, numbers }) => [of_day, numbers]))
    for (const [day, { closed }] of missing) {
      // A day without rows has no numbers.
      const numbers = Float64Array.from(read.get(day) ?? NOTHING)
      held.hold(day, closed.version, numbers)
      known.set(day, numbers)
    }
    reader.held.grown(product, '')
  }
  return ({ closed: { day }, part }, number) => partOf(known.get(day) ?? NOTHING, number, part)
}

const NOTHING = new Float64Array(HELD_COLUMNS.length)
const PLACES: ReadonlyMap<string, number> = new Map(HELD_COLUMNS.map((name, place) => [name, place]))

function partOf(numbers: Float64Array, number: RollupNumber, part: UsedDay['part']): number {
  const at = (name: string) => numbers[PLACES.get(name) ?? -1] ?? 0
  if (part !== 'whole') return at(dayColumn(number, part))
  if (number === 'visitors') return at(number)
  return DAY_PARTS.reduce((sum, each) => sum + at(dayColumn(number, each)), 0)
}

interface OpenNumbers {
  readonly bucket: number | undefined
  readonly numbers: ReadonlyMap<RollupNumber, number>
}

async function openTotals(
  reader: Reader,
  question: Question,
  { days: { raw } }: DaysPass,
  intervals: Bucketing | undefined,
): Promise<readonly OpenNumbers[]> {
  if (raw.length === 0) return []
  const ranges = openRanges(question, raw, intervals)
  const [row = {}] = await reader.rows<Record<string, string>>(
    question.product,
    openTotalsStatement(onlyProduct(question), raw.map(withoutPeriod), ranges),
  )
  const numbersOf = (range?: number) =>
    new Map(HELD_NUMBERS.map((number) => [number, toNumber(row[openNumber(number, range).text])]))
  const parts = ranges.length > 1 ? ranges.map((_, i) => numbersOf(i)) : [numbersOf()]
  if (intervals !== undefined) return ranges.map(({ key }, i) => ({ bucket: key, numbers: parts[i] ?? new Map() }))
  const visitors = toNumber(row[openNumber('visitors').text])
  const sumOf = (number: RollupNumber) => parts.reduce((sum, part) => sum + (part.get(number) ?? 0), 0)
  const total = HELD_NUMBERS.map((number): [RollupNumber, number] => [
    number,
    number === 'visitors' ? visitors : sumOf(number),
  ])
  return [{ bucket: undefined, numbers: new Map(total) }]
}

/** The same rows by the same text, whatever period and interval ask for them. */
function withoutPeriod({ days, counted, endedMs }: DaysPass['days']['raw'][number]) {
  const startMs = Math.max(days.startMs, counted.startMs)
  return { days, counted: { startMs, endMs: counted.endMs } satisfies InstantRange, endedMs }
}
