import {
  conditionsOf,
  type Events,
  type FilterCondition,
  goalsOf,
  propertiesOf,
  type SoughtEvents,
  type TrackedEvent,
} from '@footfall/core-domain'
import type { ProductWriteCall } from '../../definition/index.ts'
import { type Check, checkAll } from '../../warnings/checks.ts'
import { counted, UNMEASURED } from '../../warnings/impact.ts'
import { canMatchPaths, leadingSlashWarnings } from '../../warnings/leading-slash.ts'
import { nameTakenWarnings } from '../../warnings/name-taken.ts'
import { neverSeenCheck } from '../../warnings/never-seen.ts'
import { sameDefinitionFinder } from '../../warnings/same-definition.ts'
import { sortedProperties } from './distinct.ts'

/** Warns of what tracked events stop counting, and of likely mistakes in new ones. */
export async function eventWarnings(call: ProductWriteCall, current: Events, next: Events): Promise<string[]> {
  const changed = changedEvents(current, next)
  const lost = lostGoals(current, next)
  return [
    ...(await checkAll(call, [...lost.map(lostGoal), ...changed.flatMap(check)])),
    ...leadingSlashWarnings(changed.flatMap(({ path_pattern }) => path_pattern ?? [])),
    ...sameGoalWarnings(changed, next),
    ...changed.flatMap((event) =>
      event.label === undefined ? [] : nameTakenWarnings('event', event.label, otherNames(event, next)),
    ),
    ...(await dependents(call, current, next, lost)),
    ...uncapturedScroll(next),
  ]
}

function changedEvents(current: Events, next: Events): readonly TrackedEvent[] {
  const before = new Set(current.events.map((event) => JSON.stringify(event)))
  return next.events.filter((event) => !before.has(JSON.stringify(event)))
}

/** What the other events are called. Goals of one event share its name, and differ by their labels. */
function otherNames(event: TrackedEvent, { events }: Events): readonly (string | undefined)[] {
  return events.flatMap((other) => {
    if (other === event) return []
    return other.name === event.name ? [other.label] : [other.label, other.name]
  })
}

function lostGoals(current: Events, next: Events): readonly string[] {
  const goals = new Set(goalsOf(next.events).map(({ name }) => name))
  return goalsOf(current.events).flatMap(({ name }) => (goals.has(name) ? [] : [name]))
}

function lostGoal(name: string): Check {
  return {
    sought: { kind: 'goal', name },
    warn(known) {
      if (known === 'unavailable') return `“${name}” is no longer a goal; ${UNMEASURED}.`
      const conversions = known === 'no_events' ? 0 : known.events
      return `“${name}” is no longer a goal; it had ${counted(conversions, 'conversion')} in the last 30 days.`
    },
  }
}

function check(event: TrackedEvent): Check[] {
  const sought = soughtOf(event)
  return sought === undefined ? [] : [neverSeenCheck(sought, `“${event.label ?? event.name}”`)]
}

function soughtOf(event: TrackedEvent): SoughtEvents | undefined {
  const { kind, name, path_pattern } = event
  const properties = propertiesOf(event)
  if (kind === 'custom') return { kind: 'event', name, properties }
  if (path_pattern !== undefined && !canMatchPaths(path_pattern)) return undefined
  return { kind: 'page', pattern: path_pattern ?? '*', properties }
}

/** Warns of two page goals that the same views reach. Custom goals of one event differ in their properties. */
function sameGoalWarnings(changed: readonly TrackedEvent[], { events }: Events): string[] {
  const goals = events.filter(({ goal, kind }) => goal && kind !== 'custom')
  const find = sameDefinitionFinder('goal', goals, (one) => ({
    path_pattern: one.path_pattern,
    properties: sortedProperties(one),
    scroll_min: one.scroll_min,
    engaged_seconds_min: one.engaged_seconds_min,
  }))
  return changed
    .filter(({ goal, kind }) => goal && kind !== 'custom')
    .flatMap((event) => find(event, `definition as “${event.name}”`))
}

/** Warns of funnels and segments that need a removed event or goal. */
async function dependents(
  { store, product }: ProductWriteCall,
  current: Events,
  next: Events,
  lost: readonly string[],
): Promise<string[]> {
  const warnings: string[] = []
  const funnels = await store.funnels.list(product.id, { limit: 200 })
  const tracked = new Set(next.events.map(({ name }) => name))
  const removed = current.events.map(({ name }) => name).filter((name) => !tracked.has(name))
  for (const { name, steps } of funnels.rows) {
    const step = steps.find(({ kind, match }) => kind === 'event' && removed.includes(match))
    if (step !== undefined)
      warnings.push(`The funnel “${name}” has a step “${step.match}”, which is no longer tracked.`)
    const goal = steps.find(({ kind, match }) => kind === 'goal' && lost.includes(match))
    if (goal !== undefined)
      warnings.push(`The funnel “${name}” has the goal “${goal.match}” as a step, and has no results without it.`)
  }
  for (const { name, filters } of await store.segments.list(product.id)) {
    const goal = lost.find((one) => conditionsOf(filters).some((condition) => isAboutGoal(condition, one)))
    if (goal !== undefined)
      warnings.push(`The segment “${name}” filters by the goal “${goal}”, and reports reject it without this goal.`)
  }
  return warnings
}

function isAboutGoal({ dimension, operator, values }: FilterCondition, goal: string): boolean {
  return dimension === 'goal' && operator === 'is' && values.includes(goal)
}

function uncapturedScroll({ events, auto_capture }: Events): string[] {
  if (auto_capture.scroll_depth) return []
  return events
    .filter(({ goal, scroll_min }) => goal && scroll_min !== undefined)
    .map(({ name }) => `“${name}” asks how far visitors scrolled, which is not captured: no new view reaches it.`)
}
