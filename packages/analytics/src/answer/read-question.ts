import {
  type AskedFilter,
  DAY_MS,
  type Dimension,
  isOfSegment,
  type ReadDays,
  type ReportMeta,
  type ReportScope,
  type StatsQuery,
} from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { collectedData } from '../days/collected.ts'
import { knownImports } from '../days/known-imports.ts'
import { explain, explained, NOTHING_TO_SAY } from '../explain/explain.ts'
import { negationHints } from '../explain/hints.ts'
import { importedNotes } from '../explain/imported.ts'
import { mayUseDays } from '../plan/day-passes.ts'
import { type KnownDays, NO_DAYS } from '../plan/days.ts'
import { type ImportedUse, importedList } from '../plan/imported-use.ts'
import { knownDays } from '../plan/known-days.ts'
import { type Plan, planOf } from '../plan/plan.ts'
import { readDays } from '../plan/read-days.ts'
import type { AskedMetric } from '../question/asked-metric.ts'
import { type EarlierSpan, isCoveredWhole } from '../question/compared-span.ts'
import { withTriedPatterns } from '../question/patterns.ts'
import { inquiryOf, type Question } from '../question/question.ts'
import { withUnderstoodValues } from '../question/understood.ts'
import { assertPoints } from '../question/validate.ts'
import { excludedMoney } from '../read/excluded-money.ts'
import { type Figure, type Figures, NO_DENOMINATOR, readFigures } from '../read/numbers.ts'
import { unavailable } from '../read/states.ts'
import { metaOf } from './meta.ts'

/** The earlier span of a comparison with its figures. */
export interface ComparedFigures extends EarlierSpan {
  readonly figures: Figures
  /** What tells of its rows; undefined where the span is not covered as a whole. */
  readonly plan: Plan | undefined
}

/** A question with its figures, before any row of a breakdown is read. */
export interface ReadSpans {
  readonly question: Question
  readonly plan: Plan
  /** What is known of the product's days, for further plans over the same spans. */
  readonly known: KnownDays
  readonly figures: Figures
  readonly compared: ComparedFigures | undefined
  /** Set where no row of a breakdown can be told. */
  readonly noRows: boolean
  readonly read: ReadDays
  meta(rowsWithheld: number): ReportMeta
}

/**
 * Reads the figures of a question and of the span that it is compared with: question → plan → SQL → figures. `alsoBy` are
 * dimensions of further rows over the same spans.
 */
export async function readSpans(
  reader: Reader,
  scope: ReportScope,
  query: StatsQuery,
  alsoBy: readonly Dimension[] = [],
): Promise<ReadSpans> {
  const understood = await withUnderstoodValues(reader, scope, query.filters)
  const filters = await withTriedPatterns(reader, scope, understood)
  const { question, earlier } = inquiryOf(scope, { ...query, filters }, reader.now())
  const freshUntil = reader.freshUntil()
  const known = await daysFor(
    reader,
    scope,
    [question, ...alsoBy.map((one) => ({ ...question, dimensions: [one] }))],
    earlier,
  )
  const plan = planOf(question, known)
  assertPoints(question, plan.series?.asked.length ?? 0, query.pointsMax)
  const covered = earlier && (await isCovered(reader, question, earlier, known))
  const earlierPlan = earlier && planOf({ ...question, span: earlier.span }, known)
  // A span that is not covered has no total, so it is read for its points alone.
  const isEarlierTold = covered || question.interval !== undefined
  const [counted, countedBefore, excluded] = await Promise.all([
    readFigures(reader, plan),
    earlierPlan && isEarlierTold ? readFigures(reader, earlierPlan) : undefined,
    excludedMoney(reader, question),
  ])
  const hasImported = plan.imported?.totals.some(({ used, leftOut }) => used.length + leftOut.length > 0) ?? false
  // Events tell nothing of the values that imports have.
  const explanation = hasImported ? NOTHING_TO_SAY : await explain(reader, scope, question, counted, understood)
  const notes = importedNotes(scope, plan, counted.totals)
  const before = countedBefore && explained(countedBefore, explanation)
  return {
    question,
    plan,
    known,
    figures: explained(counted, explanation),
    compared: earlier && {
      ...earlier,
      figures: covered && before ? withoutLeftOut(before, earlierPlan) : uncovered(question, before),
      plan: covered && !earlierPlan?.outside && !leavesOut(earlierPlan?.imported?.rows) ? earlierPlan : undefined,
    },
    noRows: explanation.noRows,
    read: readDays(earlierPlan ? [plan, earlierPlan] : [plan]),
    meta: (rowsWithheld) => ({
      ...metaOf(scope, question.span, freshUntil, rowsWithheld),
      ...noted(understood, [
        ...(explanation.hints.length > 0 ? explanation.hints : negationHints(question, understood)),
        ...notes.hints,
      ]),
      ...(notes.imported ? { imported: notes.imported } : {}),
      ...excluded,
    }),
  }
}

function noted(understood: readonly AskedFilter[], hints: readonly NonNullable<ReportMeta['hints']>[number][]) {
  const own = understood.filter((filter) => !isOfSegment(filter))
  return {
    ...(own.length > 0 ? { filters: own } : {}),
    ...(hints.length > 0 ? { hints: [...hints] } : {}),
  }
}

/**
 * Reads what is known of the product’s days, where a day before the running one may be asked about and be closed, or where
 * imports tell of a day.
 */
async function daysFor(
  reader: Reader,
  scope: ReportScope,
  questions: readonly [Question, ...Question[]],
  earlier: EarlierSpan | undefined,
): Promise<KnownDays> {
  const [{ span, product }] = questions
  const read = () => knownDays(reader, product, collectedData(reader, product).firstEventMs)
  const firstMs = Math.min(span.kept.startMs, earlier?.span.kept.startMs ?? Number.POSITIVE_INFINITY)
  const isOfRunningDay = firstMs > reader.now() - DAY_MS
  const [days, imported] = await Promise.all([
    isOfRunningDay || !questions.some(mayUseDays) ? undefined : read(),
    knownImports(
      reader,
      scope,
      [span.kept, ...(earlier ? [earlier.span.kept] : [])],
      questions
        .flatMap((question) => [importedList({ ...question, dimensions: [] }), importedList(question)])
        .filter((list) => list !== undefined),
    ),
  ])
  const isImported = imported !== undefined && imported.days.length > 0
  return { ...(days ?? (isImported ? await read() : NO_DAYS)), imported }
}

async function isCovered(
  reader: Reader,
  { product }: Question,
  { span }: EarlierSpan,
  { imported }: KnownDays,
): Promise<boolean> {
  return isCoveredWhole(span, await collectedData(reader, product).firstEventMs(), imported)
}

/** A span that was not collected as a whole has no total to compare with; its points tell by themselves. */
function uncovered({ metrics }: Question, read: Figures | undefined): Figures {
  const totals = metrics.map(notCollected)
  return { totals, series: read?.series }
}

/** Nor has a metric that leaves imported days of the span out. */
function withoutLeftOut({ totals, series }: Figures, plan: Plan | undefined): Figures {
  const isLeftOut = (at: number) => leavesOut(plan?.imported?.totals.slice(at, at + 1))
  return {
    totals: totals.map((total, at) => (isLeftOut(at) ? notCollected(plan?.question.metrics[at]) : total)),
    series,
  }
}

function notCollected(metric: AskedMetric | undefined): Figure {
  const nothing = { ...unavailable('not_fully_collected'), value: null }
  return metric?.definition.of ? { ...nothing, of: NO_DENOMINATOR } : nothing
}

function leavesOut(uses: readonly ImportedUse[] = []): boolean {
  return uses.some(({ leftOut }) => leftOut.length > 0)
}
