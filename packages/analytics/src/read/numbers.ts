import type { Denominator } from '@footfall/core-domain'
import type { Sql } from '@footfall/warehouse'
import type { Reader } from '../cache/reader.ts'
import type { Bucketing } from '../calendar/buckets.ts'
import type { CollectedFacts } from '../days/collected.ts'
import { DENOMINATOR } from '../definitions/denominator.ts'
import { isOfNothing } from '../definitions/metric.ts'
import type { ImportedUse } from '../plan/imported-use.ts'
import { isHeld, type Pass } from '../plan/pass.ts'
import { type Plan, placeOfDenominator, unavailableFor } from '../plan/plan.ts'
import type { AskedMetric } from '../question/asked-metric.ts'
import type { Question } from '../question/question.ts'
import { bucketName, type ColumnValues, complementName, peopleName, valueName } from '../sql/columns.ts'
import { compileComplements, compileTotals } from '../sql/statements.ts'
import { heldTotals } from './held-totals.ts'
import { type PartStates, readParts, stateOfAll } from './parts.ts'
import { type Point, pointsOf } from './series.ts'
import { AVAILABLE, EMPTY, type Stated, stateOfNothing, unavailable, WITHHELD } from './states.ts'
import { type Cell, isTooFew } from './suppression.ts'

/** The number of one metric over a whole period. */
export interface Total extends Stated {
  readonly value: number | null
  /** The denominator of the value; only for metrics that define one. */
  readonly of?: Denominator | undefined
}

/** A share or an average without a value has no denominator either. */
export const NO_DENOMINATOR: Denominator = { visitors: null }

/** The numbers of one period, in the order of the metrics asked for. */
export interface Numbers {
  readonly totals: readonly Total[]
  readonly series: readonly Point[] | undefined
  /** The states of the metrics for each of several products. */
  readonly parts?: readonly PartStates[] | undefined
}

/** Reads what the plan says of the whole period and its intervals, and gives every number its state. */
export async function readNumbers(reader: Reader, plan: Plan, collected: CollectedFacts): Promise<Numbers> {
  const [read, parts] = await Promise.all([readTotals(reader, plan, collected), readParts(reader, plan)])
  return numbersOf(plan, read, collected, parts)
}

/** Gives every number that was read its state. */
export async function numbersOf(
  { question, series, imported }: Plan,
  read: ReadTotals,
  collected: CollectedFacts,
  parts?: readonly PartStates[],
): Promise<Numbers> {
  const divisor = denominatorAt(question, read.total)
  const isDivisorTooFew = isTooFew(divisor, question.threshold)
  const totals = await Promise.all(
    question.metrics.map(async (metric, at): Promise<Total> => {
      const total = cellAt(question, read.total, at, metric)
      const ofParts = parts && stateOfAll(parts, at, unavailableFor(metric.definition, question))
      const stated =
        ofParts ??
        (await stateOf(
          collected,
          question,
          metric,
          // With a known numerator, a rate would reveal its denominator.
          {
            ...total,
            isWithheld: isTooFew(total, question.threshold) || (metric.definition.of !== undefined && isDivisorTooFew),
          },
          imported?.totals[at],
        ))
      const isShown = stated.state === 'available'
      const value = isShown ? total.value : null
      return metric.definition.of
        ? { ...stated, value, of: isShown ? { visitors: divisor.value } : NO_DENOMINATOR }
        : { ...stated, value }
    }),
  )
  const cellsAt = (key: number) => [
    ...question.metrics.map((metric, at) => cellAt(question, read.byBucket.get(key), at, metric)),
    denominatorAt(question, read.byBucket.get(key)),
  ]
  return { totals, series: series && pointsOf(question, series.asked, totals, cellsAt, { ...read, imported }), parts }
}

/** What the engine says of a period, by the names of columns. */
export interface ReadTotals {
  readonly total: ColumnValues
  readonly byBucket: ReadonlyMap<number, ColumnValues>
  /** Only read for a series, whose points before it are unavailable. */
  readonly firstEventMs: number | undefined
}

async function readTotals(reader: Reader, plan: Plan, collected: CollectedFacts): Promise<ReadTotals> {
  const { product } = plan.question
  const statements = compileTotals(plan)
  const complements = compileComplements(plan)
  const readAll = async (all: readonly Sql[], passes: readonly Pass[], intervals: Bucketing | undefined) => {
    const rows = all.map((statement) => reader.rows<ColumnValues>(product, statement))
    const held = passes.filter(isHeld).map((pass) => heldTotals(reader, plan.question, pass, intervals))
    return (await Promise.all([...rows, ...held])).flat()
  }
  const [series, totals, firstEventMs] = await Promise.all([
    readAll([...statements.series, ...complements.series], plan.series?.passes ?? [], plan.series?.kept),
    readAll([...statements.totals, ...complements.totals], plan.totals, undefined),
    plan.series && !plan.outside ? collected.firstEventMs() : undefined,
  ])
  const byBucket = new Map<number, ColumnValues>()
  // A separate pass for the total comes last, so that it is the one that counts.
  let total: ColumnValues = {}
  for (const row of series) {
    if (Number(row.is_total) === 1) total = { ...total, ...row }
    else {
      const bucket = Number(row[bucketName.text])
      byBucket.set(bucket, { ...byBucket.get(bucket), ...row })
    }
  }
  for (const row of totals) total = { ...total, ...row }
  return { total, byBucket, firstEventMs }
}

async function stateOf(
  collected: CollectedFacts,
  question: Question,
  { definition }: AskedMetric,
  total: Cell & { readonly isWithheld: boolean },
  imported: ImportedUse | undefined,
): Promise<Stated> {
  const { goals, range } = question
  const reason = unavailableFor(definition, question)
  if (reason !== undefined) return unavailable(reason)
  if (total.isWithheld) return WITHHELD
  if (total.value !== null && total.value !== 0) return AVAILABLE
  if (imported !== undefined && imported.leftOut.length > 0) {
    if (!(await collected.hasMetric(definition, goals.length > 0))) return unavailable('metric_not_collected')
    return isOfNothing(definition, total.value) ? unavailable('not_fully_collected') : AVAILABLE
  }
  if (imported !== undefined && imported.used.length > 0) return total.value === null ? EMPTY : AVAILABLE
  const state = await stateOfNothing(collected, range)
  if (state.state !== 'available') return state
  if (!(await collected.hasMetric(definition, goals.length > 0))) return unavailable('metric_not_collected')
  return total.value === null ? EMPTY : AVAILABLE
}

/** The visitors by whose number metrics are divided. */
function denominatorAt(question: Question, row: ColumnValues | undefined): Cell {
  return cellAt(question, row, placeOfDenominator(question), { name: 'visitors', definition: DENOMINATOR })
}

/** The number of a row; where there is no row, that of nothing at all. */
function cellAt(
  { complements }: Question,
  row: ColumnValues | undefined,
  at: number,
  { definition }: AskedMetric,
): Cell {
  const value = row?.[valueName(at).text]
  const counted = { complements: complements.map((_, i) => Number(row?.[complementName(at, i).text] ?? 0)) }
  if (value === undefined || value === null) return { value: definition.isAverage ? null : 0, people: 0, ...counted }
  return { value: Number(value), people: Number(row?.[peopleName(at).text] ?? 0), ...counted }
}
