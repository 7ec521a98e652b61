import type { Funnel, FunnelId, FunnelResult, FunnelStep, ReportRange, ReportScope } from '@footfall/core-domain'
import { integer, joinSql, type Sql, sql, text } from '../engine/literal.ts'
import { AVAILABLE, type Stated, stateOfNothing, WITHHELD } from '../query/facts.ts'
import { rowsIn } from '../query/filters.ts'
import { anyOf, matchesGlob } from '../query/match.ts'
import { type Reader, toNumber } from '../query/reader.ts'
import { isTooFew } from '../query/suppression.ts'
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

/** Visitors per step, for each funnel. */
async function read({ scope, span, rows }: RangeContext, funnels: readonly Funnel[]): Promise<readonly number[][]> {
  const levels = funnels.map(levelOf)
  const columns = funnels.flatMap(({ steps }, f) =>
    steps.map((_, s) => sql`countIf(levels[${integer(f + 1)}] >= ${integer(s + 1)})`),
  )
  const relevant = anyOf(funnels.flatMap(({ steps }) => steps.map(stepCondition)))
  const [row] = await rows<{ reached: readonly string[] }>(sql`SELECT [${joinSql(columns, ', ')}] AS reached FROM (
  SELECT [${joinSql(levels, ', ')}] AS levels FROM events
  WHERE ${rowsIn({ product: scope.product, span: span.kept })} AND kind != 'engagement' AND visitor != 0 AND ${relevant}
  GROUP BY visitor)`)
  let next = 0
  return funnels.map(({ steps }) => steps.map(() => toNumber(row?.reached[next++])))
}

/** `strict_increase`, so that one event does not take two steps at once. */
function levelOf({ steps, window_minutes }: Funnel): Sql {
  const conditions = joinSql(steps.map(stepCondition), ', ')
  const at = sql`toUInt64(toUnixTimestamp64Milli(ts))`
  return sql`windowFunnel(${integer(window_minutes * 60_000)}, 'strict_increase')(${at}, ${conditions})`
}

function stepCondition({ kind, match }: FunnelStep): Sql {
  if (kind === 'page') return sql`kind = 'pageview' AND ${matchesGlob(sql`path`, match)}`
  // An event named pageview is any page, as it is in the dimension `event`.
  return sql`name = ${text(match)}`
}

async function resultOf(
  { outside, scope, span, facts }: RangeContext,
  { from, to }: ReportRange,
  reached: readonly number[],
): Promise<FunnelResult> {
  const threshold = scope.preferences.suppression_threshold
  const entrants = reached[0] ?? 0
  const tooFew = (visitors: number) => isTooFew({ people: visitors, value: visitors }, threshold)
  const state: Stated =
    outside ?? (tooFew(entrants) ? WITHHELD : entrants > 0 ? AVAILABLE : await stateOfNothing(facts, span))
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
