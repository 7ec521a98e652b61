import {
  type AskedFilter,
  type AskedScope,
  DAY_MS,
  type ReportMeta,
  type ReportRange,
  trafficOf,
} from '@footfall/core-domain'
import { QUARTER_CLASSES, sql } from '@footfall/warehouse'
import { type Reader, toNumber } from '../cache/reader.ts'
import { isOnQuarters, QUARTER_MS } from '../calendar/buckets.ts'
import { type ResolvedRange, resolveRange } from '../calendar/date-range.ts'
import { type CollectedData, collectedData } from '../days/collected.ts'
import { isTooFew } from '../read/suppression.ts'
import { quartersIn } from '../sql/quarters.ts'

interface ClassRow {
  readonly class: number
  readonly visits: string
  readonly people: string
}

/** A question about a range of days. */
interface Asked extends ReportRange {
  readonly filters: readonly AskedFilter[]
}

/** A report with what it says of the classes of visits. */
export async function withTraffic<Answer extends { readonly meta: ReportMeta }>(
  reader: Reader,
  scope: AskedScope,
  { from, to, filters }: Asked,
  report: Answer,
): Promise<Answer> {
  const range = resolveRange(scope, { from, to }, reader.now())
  const traffic = await trafficMeta(reader, scope, range, collectedData(reader, scope), filters.length > 0)
  return traffic ? { ...report, meta: { ...report.meta, traffic } } : report
}

/**
 * Which visits a report counts, and how many visits of the product look automated in its period, regardless of filters. A caller
 * who may see only numbers gets only the first. The second may be a minute old if the period is not over: reading it for every report
 * would cost a tenth of an overview. Undefined outside of the retention period.
 */
async function trafficMeta(
  reader: Reader,
  scope: AskedScope,
  { kept, outside }: ResolvedRange,
  collected: Pick<CollectedData, 'markedQuarters'>,
  hasFilters: boolean,
): Promise<ReportMeta['traffic']> {
  if (outside !== undefined) return undefined
  const counted = trafficOf(scope)
  const { suppression_threshold: threshold } = scope.preferences
  if (scope.discreet && hasFilters) return { counted, suspected: null }
  const range = isOnQuarters(kept) ? kept : onQuarters(kept)
  const people = threshold === 0 ? sql`toUInt64(0)` : sql`uniqExactMerge(visitors)`
  const rows = await reader.rowsOfMinute<ClassRow>(
    scope.product,
    sql`SELECT class, sum(visits) AS visits, ${people} AS people
FROM ${quartersIn(scope.product, range, await collected.markedQuarters())} GROUP BY class`,
    range.endMs <= Math.floor(reader.now() / DAY_MS) * DAY_MS,
  )
  const visitsOf = (name: keyof typeof QUARTER_CLASSES) =>
    toNumber(rows.find((row) => row.class === QUARTER_CLASSES[name])?.visits)
  const visits = visitsOf('suspected')
  const unclassified = visitsOf('unclassified')
  const all = visits + visitsOf('human') + unclassified
  const suspected = rows.find((row) => row.class === QUARTER_CLASSES.suspected)
  const isWithheld = isTooFew({ people: toNumber(suspected?.people), value: visits }, threshold)
  return {
    counted,
    suspected: isWithheld ? null : { visits, share: all === 0 ? 0 : visits / all },
    ...(unclassified > 0 ? { unclassified_visits: unclassified } : {}),
  }
}

/** Whole quarters that a period touches. */
function onQuarters({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }) {
  return {
    startMs: Math.floor(startMs / QUARTER_MS) * QUARTER_MS,
    endMs: Math.ceil(endMs / QUARTER_MS) * QUARTER_MS,
  }
}
