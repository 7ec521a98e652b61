import type {
  FunnelDefinition,
  FunnelResult,
  FunnelsQuery,
  Report,
  ReportHint,
  ReportRange,
  ReportScope,
} from '@footfall/core-domain'
import { allOf, type Sql, sql, text } from '@footfall/warehouse'
import { type Reader, toNumber } from '../cache/reader.ts'
import { withHints } from '../explain/meta.ts'
import { complementsOf } from '../question/complements.ts'
import { understoodFilters } from '../question/understood-filters.ts'
import { labelOf } from '../read/labels.ts'
import { AVAILABLE, EMPTY, type Stated, unavailable, WITHHELD } from '../read/states.ts'
import { isTooFew, withheldCells } from '../read/suppression.ts'
import { inPassingVisits } from '../sql/conditions.ts'
import {
  FUNNELS_PER_STATEMENT,
  firstKeysStatement,
  type ReachedRow,
  reachedStatement,
  type StepConditions,
  type StepRows,
  stepCondition,
} from '../sql/funnels.ts'
import { PERSON, withNamed } from '../sql/named-later.ts'
import { rowsIn, rowsOfVisitsIn } from '../sql/rows.ts'
import { importedHints, type RangeContext, rangeContext, stateWithoutEvents } from './context.ts'
import { explainReport } from './explained.ts'
import { hasGuardedSteps, lostFew, readEverybody, readEverybodyBy, stepCell } from './funnel-complements.ts'
import { droppedOff, readWays, secondsTo, type Ways } from './funnel-ways.ts'
import { firstStepValue, selectionOf } from './selection.ts'
import { NO_UNSEEN_STEPS, unseenSteps } from './unseen-steps.ts'

/** Values of a dimension for which a funnel is shown. */
const KEYS_MAX = 10
/** Visitors are new each day: a longer way is seldom seen whole. */
const DAY_MINUTES = 1440

type Row = NonNullable<FunnelResult['rows']>[number]

/** How many visitors reached each step, in order and within the window from their first step. */
export async function funnelResults(
  reader: Reader,
  scope: ReportScope,
  query: FunnelsQuery,
  funnels: readonly FunnelDefinition[],
): Promise<Report<readonly FunnelResult[]>> {
  const context = rangeContext(reader, scope, query)
  const { product } = scope
  const { range, meta } = context
  const key = query.dimension === undefined ? undefined : firstStepValue(query.dimension)
  const filters = await understoodFilters(reader, scope, query.filters)
  const rowsOf = (chosen: FunnelsQuery['filters']) => {
    const selected = inPassingVisits(selectionOf(scope, range, chosen), 'touching')
    return stepRows(context, allOf([rowsIn(product, range.kept), sql`kind != 'engagement' AND visitor != 0`, selected]))
  }
  const rows = rowsOf(filters.tried)
  const wider = complementsOf(scope, filters.tried).map(rowsOf)
  const isGuarded = wider.length > 0 || hasGuardedSteps(scope, query)
  const plans = funnels.map((funnel) => planOf(funnel, context))
  const reached = await readReached(context, plans, rows)
  const widerRows = await Promise.all(wider.map((of) => readReached(context, plans, of)))
  const everybody = hasGuardedSteps(scope, query) && !context.outside ? await readEverybody(context, rows) : undefined
  // Drop-offs have no complements, so they are not shown.
  const ways = query.dropOffs && !isGuarded ? await readEntered(context, plans, reached, rows) : undefined
  const value = reached.filter(([entrants = 0]) => entrants > 0).length
  const dimensions = query.dimension === undefined ? [] : [query.dimension]
  const { stated, hints } = context.outside
    ? { stated: undefined, hints: [] }
    : await explainReport(context, query, 'visits', filters, { value, dimensions })
  const leftOut = await importedHints(context)
  const isExplained = stated !== undefined || hints.length > 0 || leftOut.length > 0 || context.outside !== undefined
  const unseen = isExplained ? NO_UNSEEN_STEPS : await unseenSteps(context, funnels, reached)
  const data: FunnelResult[] = []
  for (const [i, plan] of plans.entries()) {
    const result = await resultOf(
      context,
      query,
      {
        plan,
        reached: reached[i] ?? [],
        wider: widerRows.map((all) => all[i] ?? []),
        everybody,
        ways: ways && (ways[i] ?? []),
      },
      stated ?? (unseen.funnels.has(i) ? { ...EMPTY, reason: 'value_never_seen' } : undefined),
    )
    const isShown = key !== undefined && result.state === 'available' && plan.conditions !== undefined
    data.push(
      isShown
        ? {
            ...result,
            rows: labelled(
              await rowsByKey(context, plan.conditions, {
                key,
                rows,
                wider,
                isAdHoc: everybody !== undefined,
                dropOffs: query.dropOffs && !isGuarded,
              }),
              query.dimension,
            ),
          }
        : result,
    )
  }
  return {
    data,
    meta: { ...meta, ...withHints([...hints, ...unseen.hints, ...hintsOf(scope, funnels), ...leftOut]) },
  }
}

/** With identified visitors, a visitor who is named in the middle of a visit is one visitor from its beginning. */
function stepRows({ scope, range }: RangeContext, rows: Sql): StepRows {
  return scope.preferences.visitor_identity === 'identified'
    ? { from: sql`events${withNamed(scope.product, range.kept)}`, rows, person: PERSON }
    : { from: sql`events`, rows, person: sql`visitor` }
}

interface FunnelPlan {
  readonly funnel: FunnelDefinition
  /** Undefined where a step is a goal that does not exist. */
  readonly conditions: StepConditions | undefined
}

function planOf(funnel: FunnelDefinition, { scope, range }: RangeContext): FunnelPlan {
  const visitRows = rowsOfVisitsIn(scope.product, range.kept)
  const steps = funnel.steps.map((step) => stepCondition(step, scope.goals, visitRows))
  const known = steps.filter((step) => step !== undefined)
  const conditions = { steps: known, windowMinutes: funnel.window_minutes }
  return { funnel, conditions: known.length === steps.length ? conditions : undefined }
}

/** Visitors per step, for each funnel; zeros where there is nothing to ask the engine. */
async function readReached(
  context: RangeContext,
  plans: readonly FunnelPlan[],
  rows: StepRows,
): Promise<readonly (readonly number[])[]> {
  const asked = context.outside ? [] : plans.flatMap(({ conditions }) => conditions ?? [])
  const read = await readSteps(context, asked, rows)
  const found = new Map(asked.map((conditions, i) => [conditions, read[i]]))
  return plans.map(({ funnel, conditions }) => (conditions && found.get(conditions)) ?? funnel.steps.map(() => 0))
}

/** The ways through the funnels that anybody entered. */
async function readEntered(
  context: RangeContext,
  plans: readonly FunnelPlan[],
  reached: readonly (readonly number[])[],
  rows: StepRows,
): Promise<readonly Ways[]> {
  const entered = plans.flatMap(({ conditions }, i) => (conditions && (reached[i]?.[0] ?? 0) > 0 ? [conditions] : []))
  const read = await readWays(context, entered, rows)
  return plans.map(({ conditions }) => (conditions && read[entered.indexOf(conditions)]) ?? [])
}

async function readSteps(
  context: RangeContext,
  funnels: readonly StepConditions[],
  rows: StepRows,
): Promise<readonly (readonly number[])[]> {
  const reached: number[][] = []
  for (let i = 0; i < funnels.length; i += FUNNELS_PER_STATEMENT) {
    const batch = funnels.slice(i, i + FUNNELS_PER_STATEMENT)
    const [row] = await context.rows<ReachedRow>(reachedStatement(batch, rows))
    let next = 0
    reached.push(...batch.map(({ steps }) => steps.map(() => toNumber(row?.reached[next++]))))
  }
  return reached
}

/** A funnel with how far visitors came, and their ways. */
interface Counted {
  readonly plan: FunnelPlan
  readonly reached: readonly number[]
  /** How far visitors came without filters of the reader. */
  readonly wider: readonly (readonly number[])[]
  /** The number of all visitors; set if the steps are the reader's own. */
  readonly everybody: number | undefined
  /** Undefined where they were not asked for. */
  readonly ways: Ways | undefined
}

async function resultOf(
  context: RangeContext,
  { from, to }: ReportRange,
  { plan: { conditions }, reached, wider, everybody, ways }: Counted,
  /** Why nobody took the first step, or why it does not matter who did. */
  explained: Stated | undefined,
): Promise<FunnelResult> {
  const { outside, scope, range } = context
  const threshold = scope.preferences.suppression_threshold
  const entrants = reached[0] ?? 0
  const isLost = lostFew(everybody, reached, threshold)
  const isWithheld = (step: number) =>
    isTooFew(
      stepCell(
        reached[step] ?? 0,
        wider.map((all) => all[step] ?? 0),
      ),
      threshold,
    ) || isLost[step] === true
  const stateOfEntrants = async (): Promise<Stated> => {
    if (conditions === undefined) return unavailable('metric_not_collected')
    if (isWithheld(0)) return WITHHELD
    if (explained?.state === 'unavailable') return explained
    if (entrants > 0) return AVAILABLE
    const state = await stateWithoutEvents(context, range)
    return state.state === 'available' ? (explained ?? state) : state
  }
  const state = outside ?? (await stateOfEntrants())
  const shown = reached.map((visitors, step) => (state.state !== 'available' || isWithheld(step) ? null : visitors))
  const dropOffs = shown.map((visitors, i) =>
    visitors === null || ways === undefined ? undefined : droppedOff(i, shown, ways, threshold),
  )
  return { ...state, from, to, ...sharesOf(shown, ways, dropOffs) }
}

interface ByKey {
  readonly key: Sql
  readonly rows: StepRows
  readonly wider: readonly StepRows[]
  readonly isAdHoc: boolean
  readonly dropOffs?: boolean | undefined
}

/** The funnel for each of the values that most visitors had on the first step. */
async function rowsByKey(
  context: RangeContext,
  funnel: StepConditions,
  { key: value, rows, wider, isAdHoc, dropOffs = false }: ByKey,
): Promise<Row[]> {
  const [first, ...later] = funnel.steps
  if (first === undefined) return []
  const keys = await context.rows<{ group_key: string }>(firstKeysStatement(first, value, rows, KEYS_MAX))
  // Only the first step has to have the value: the way may go on in a later visit.
  const byKey = keys.map((row) => ({
    ...funnel,
    steps: [sql`${first} AND toString(${value}) = ${text(row.group_key)}`, ...later],
  }))
  const reached = await readSteps(context, byKey, rows)
  const widerRows = await Promise.all(wider.map((of) => readSteps(context, byKey, of)))
  const everybody = isAdHoc ? await readEverybodyBy(context, value, keys, rows) : undefined
  const ways = dropOffs ? await readWays(context, byKey, rows) : undefined
  const threshold = context.scope.preferences.suppression_threshold
  const lost = keys.map(({ group_key: key }, row) =>
    lostFew(everybody && (everybody.get(key) ?? 0), reached[row] ?? [], threshold),
  )
  const withheld = funnel.steps.map((_, step) => {
    const cells = reached.map((levels, row) => {
      const cell = stepCell(
        levels[step] ?? 0,
        widerRows.map((all) => all[row]?.[step] ?? 0),
      )
      return lost[row]?.[step] === true ? { ...cell, people: Math.min(cell.people, threshold - 1) } : cell
    })
    return withheldCells(cells, threshold)
  })
  return keys.map(({ group_key: key }, row) => ({
    key,
    ...sharesOf(
      (reached[row] ?? []).map((visitors, step) => (withheld[step]?.has(row) ? null : visitors)),
      ways && (ways[row] ?? []),
    ),
  }))
}

function labelled(rows: readonly Row[], dimension: FunnelsQuery['dimension']): Row[] {
  return rows.map((row) => {
    const label = labelOf(dimension, row.key, { goals: [] })
    return label === undefined ? row : { ...row, label }
  })
}

/** The visitors of each step, null where they are withheld, with their shares. */
function sharesOf(
  shown: readonly (number | null)[],
  ways: Ways | undefined,
  dropOffs: readonly ReturnType<typeof droppedOff>[] = [],
) {
  const entrants = shown[0] ?? null
  return {
    entrants,
    steps: shown.map((visitors, i) => ({
      visitors,
      conversion_from_previous: share(visitors, i === 0 ? visitors : (shown[i - 1] ?? null)),
      conversion_from_first: share(visitors, entrants),
      ...(ways && { median_seconds_from_previous: i === 0 ? null : secondsTo(i, visitors, ways) }),
      ...(dropOffs[i] && { dropped_off: dropOffs[i] }),
    })),
    conversion_rate: share(shown.at(-1) ?? null, entrants),
  }
}

function share(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole
}

/** Identified visitors are the same on every day, so their longer funnels are seen whole. */
function hintsOf({ preferences }: ReportScope, funnels: readonly FunnelDefinition[]): readonly ReportHint[] {
  if (preferences.visitor_identity === 'identified') return []
  return funnels
    .filter(({ window_minutes }) => window_minutes > DAY_MINUTES)
    .map(({ name }) => ({ code: 'funnel_window_over_a_day' as const, ...(name === undefined ? {} : { value: name }) }))
}
