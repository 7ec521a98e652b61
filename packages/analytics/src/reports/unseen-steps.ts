import type { Dimension, FunnelDefinition, FunnelStep, ReportHint } from '@footfall/core-domain'
import { joinSql, sql, text } from '@footfall/warehouse'
import { toNumber } from '../cache/reader.ts'
import { retained } from '../days/retained.ts'
import { nearCollected, nearProperties } from '../explain/near.ts'
import { stepCondition } from '../sql/funnels.ts'
import { rowsIn, rowsOfVisitsIn } from '../sql/rows.ts'
import type { RangeContext } from './context.ts'

export interface UnseenSteps {
  /** The funnels whose first step was never collected, by their places. */
  readonly funnels: ReadonlySet<number>
  readonly hints: readonly ReportHint[]
}

interface PlacedStep {
  readonly funnel: number
  readonly at: number
  readonly step: FunnelStep
  readonly path: string
}

/** How many steps are looked for, and how many of those that never came are named. */
const LOOKED_FOR_MAX = 20
const NAMED_MAX = 3
export const NO_UNSEEN_STEPS: UnseenSteps = { funnels: new Set(), hints: [] }

/**
 * The first step that nobody took, of each funnel, where no event within retention ever was that step: the path or the name
 * is mistyped, as a filter's value can be. That nobody reached a goal of the product is a true zero.
 */
export async function unseenSteps(
  context: RangeContext,
  funnels: readonly FunnelDefinition[],
  reached: readonly (readonly number[])[],
): Promise<UnseenSteps> {
  const { scope, reader } = context
  const steps = funnels
    .flatMap((funnel, i) => firstWithoutVisitors(funnel, i, reached[i] ?? []))
    .slice(0, LOOKED_FOR_MAX)
  if (scope.discreet || steps.length === 0) return NO_UNSEEN_STEPS
  if ((await context.collected.firstEventMs()) === undefined) return NO_UNSEEN_STEPS
  const counts = await countsOf(context, steps)
  const unseen = steps.flatMap((placed, i) => {
    const count = counts[i] ?? NEVER
    return count.whole > 0 ? [] : [{ ...placed, missing: missingOf(placed.step, count) }]
  })
  const hints = unseen.slice(0, NAMED_MAX).map(async ({ path, missing }): Promise<ReportHint> => {
    const { code, value } = missing
    const near =
      code === 'dimension_not_collected'
        ? await nearProperties(reader, scope, value)
        : await nearCollected(reader, scope, missing.dimension, value)
    return { code, filter: path, value, ...(near.length > 0 ? { did_you_mean: [...near] } : {}) }
  })
  return {
    funnels: new Set(unseen.flatMap(({ funnel, at }) => (at === 0 ? [funnel] : []))),
    hints: await Promise.all(hints),
  }
}

function firstWithoutVisitors(
  { name, steps }: FunnelDefinition,
  funnel: number,
  reached: readonly number[],
): readonly PlacedStep[] {
  const at = reached.indexOf(0)
  const step = steps[at]
  if (step === undefined || step.kind === 'goal') return []
  // The steps of a funnel without a name are those of the question.
  return [{ funnel, at, step, path: `${name === undefined ? '' : `data.${funnel}.`}steps.${at}` }]
}

/** How many events within retention were a step. */
interface StepCount {
  readonly whole: number
  /** Whatever their property is. */
  readonly match: number
  /** How many events of any kind carry its property. */
  readonly carried: number
}
const NEVER: StepCount = { whole: 0, match: 0, carried: 0 }
const COUNTS_PER_STEP = 3

async function countsOf(
  { reader, scope, rows }: RangeContext,
  steps: readonly PlacedStep[],
): Promise<readonly StepCount[]> {
  const kept = rowsIn(scope.product, retained(scope, reader.now()).kept)
  const countOf = (step: FunnelStep) => {
    const condition = stepCondition(step, [], rowsOfVisitsIn(scope.product, retained(scope, reader.now()).kept))
    return condition ? sql`countIf(${condition})` : sql`0`
  }
  const counts = steps.flatMap(({ step: { property, ...match }, step }) => [
    countOf(step),
    countOf(match),
    property ? sql`countIf(mapContains(props, ${text(property.name)}))` : sql`0`,
  ])
  const [row] = await rows<{ counts: readonly (string | number)[] }>(
    sql`SELECT [${joinSql(counts, ', ')}] AS counts FROM events WHERE ${kept} AND kind != 'engagement'`,
  )
  return steps.map((_, i) => {
    const [whole, match, carried] = (row?.counts ?? [])
      .slice(COUNTS_PER_STEP * i, COUNTS_PER_STEP * (i + 1))
      .map(toNumber)
    return { whole: whole ?? 0, match: match ?? 0, carried: carried ?? 0 }
  })
}

type Missing =
  | { readonly code: 'dimension_not_collected'; readonly value: string }
  | { readonly code: 'value_never_seen'; readonly dimension: Dimension; readonly value: string }

/** What of a step never came: its property or the value of it, where the event itself did. */
function missingOf({ kind, match, property }: FunnelStep, count: StepCount): Missing {
  if (count.match === 0 || property === undefined)
    return { code: 'value_never_seen', dimension: kind === 'page' ? 'page' : 'event', value: match }
  const { name, value } = property
  return count.carried === 0
    ? { code: 'dimension_not_collected', value: name }
    : { code: 'value_never_seen', dimension: `property:${name}`, value }
}
