import {
  type Funnel,
  type FunnelId,
  type FunnelResult,
  type FunnelStep,
  MINUTE_MS,
  type ReportRange,
  type ReportScope,
} from '@footfall/core-domain'
import { anyOf, integer, joinSql, matchesGlob, type Sql, sql, text } from '@footfall/warehouse'
import { AVAILABLE, type Stated, stateOfNothing, WITHHELD } from '../answer/states.ts'
import { isTooFew } from '../answer/suppression.ts'
import { type Reader, toNumber } from '../reading/reader.ts'
import { rowsIn } from '../sql/rows.ts'
import { type RangeContext, rangeContext } from './context.ts'

/** So many funnels share one pass over the rows. */
const FUNNELS_PER_STATEMENT = 10

/** How many visitors reached each step, in order and within the window from their first step. */
export async function funnelResults(
  reader: Reader,
  scope: ReportScope,
  range: ReportRange,
  funnels: readonly Funnel[],
): Promise<ReadonlyMap<FunnelId, FunnelResult>> {
  const context = rangeContext(reader, scope, range)
  const results = new Map<FunnelId, FunnelResult>()
  for (let i = 0; i < funnels.length; i += FUNNELS_PER_STATEMENT) {
    const batch = funnels.slice(i, i + FUNNELS_PER_STATEMENT)
    const reached = context.outside ? batch.map((funnel) => funnel.steps.map(() => 0)) : await read(context, batch)
    for (const [at, funnel] of batch.entries()) {
      results.set(funnel.id, await resultOf(context, range, reached[at] ?? []))
    }
  }
  return results
}

/**
 * Visitors per step, for each funnel. An event becomes a row for every step it could be, later steps a little before
 * earlier ones: `windowFunnel` would otherwise let one event take two steps at once, or, when told to be strict, let
 * an event that could be both start over instead of going on.
 */
async function read({ scope, span, rows }: RangeContext, funnels: readonly Funnel[]): Promise<readonly number[][]> {
  const codes = funnels.flatMap(({ steps }, f) =>
    steps.map((step, s) => sql`if(${stepCondition(step)}, ${integer(codeOf(f, s))}, 0)`),
  )
  const columns = funnels.flatMap(({ steps }, f) =>
    steps.map((_, s) => sql`countIf(levels[${integer(f + 1)}] >= ${integer(s + 1)})`),
  )
  const [row] = await rows<{ reached: readonly string[] }>(sql`SELECT [${joinSql(columns, ', ')}] AS reached FROM (
  SELECT [${joinSql(funnels.map(levelOf), ', ')}] AS levels FROM (
    SELECT visitor, toUInt64(toUnixTimestamp64Milli(ts)) AS ms,
      arrayJoin(arrayFilter(code -> code > 0, [${joinSql(codes, ', ')}])) AS code
    FROM events
    WHERE ${rowsIn(scope.product, span.kept)} AND kind != 'engagement' AND visitor != 0
      AND ${anyOf(funnels.flatMap(({ steps }) => steps.map(stepCondition)))})
  GROUP BY visitor)`)
  let next = 0
  return funnels.map(({ steps }) => steps.map(() => toNumber(row?.reached[next++])))
}

/** More than the steps of a funnel, so that a code holds the funnel and the step, and a tick is shorter than 1/16 ms. */
const TICKS = 16

function codeOf(funnel: number, step: number): number {
  return funnel * TICKS + step + 1
}

function levelOf({ steps, window_minutes }: Funnel, funnel: number): Sql {
  const at = sql`ms * ${integer(TICKS)} + ${integer(TICKS - 1)} - code % ${integer(TICKS)}`
  const conditions = joinSql(
    steps.map((_, step) => sql`code = ${integer(codeOf(funnel, step))}`),
    ', ',
  )
  const own = sql`intDiv(code, ${integer(TICKS)}) = ${integer(funnel)}`
  return sql`windowFunnelIf(${integer(window_minutes * MINUTE_MS * TICKS)})(toUInt64(${at}), ${conditions}, ${own})`
}

function stepCondition({ kind, match }: FunnelStep): Sql {
  if (kind === 'page') return sql`kind = 'pageview' AND ${matchesGlob(sql`path`, match)}`
  // An event named pageview is any page, as it is in the dimension `event`.
  return sql`name = ${text(match)}`
}

async function resultOf(
  { outside, scope, span, collected }: RangeContext,
  { from, to }: ReportRange,
  reached: readonly number[],
): Promise<FunnelResult> {
  const threshold = scope.preferences.suppression_threshold
  const entrants = reached[0] ?? 0
  const tooFew = (visitors: number) => isTooFew({ people: visitors, value: visitors }, threshold)
  const state: Stated =
    outside ?? (tooFew(entrants) ? WITHHELD : entrants > 0 ? AVAILABLE : await stateOfNothing(collected, span))
  const show = (visitors: number | undefined) =>
    state.state !== 'available' || visitors === undefined || tooFew(visitors) ? null : visitors
  const steps = reached.map((visitors, i) => ({
    visitors: show(visitors),
    conversion_from_previous: share(show(visitors), i === 0 ? show(visitors) : show(reached[i - 1])),
    conversion_from_first: share(show(visitors), show(entrants)),
  }))
  return {
    ...state,
    from,
    to,
    entrants: show(entrants),
    steps,
    conversion_rate: share(show(reached.at(-1)), show(entrants)),
  }
}

function share(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole
}
