import {
  Funnel,
  FunnelId,
  FunnelStep,
  type Goal,
  goalsOf,
  goalValues,
  InvalidRequest,
  knownValue,
  NotFound,
  type TextsIn,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductWriteCall } from '../../definition/index.ts'
import { unknownGoal } from '../../messages/unknown-goal.ts'

const FunnelStepInput = z.strictObject(FunnelStep.shape)

export const funnelFields = {
  name: Funnel.shape.name.meta({ description: 'What people call it.' }),
  steps: z.array(FunnelStepInput).min(2).max(10).meta({ description: '2 to 10 steps, in order.' }),
  window_minutes: Funnel.shape.window_minutes.meta({ description: 'Time from the first step to the last.' }),
}

export const funnelParams = { funnel_id: FunnelId.meta({ description: 'From service_funnels_list.' }) }

/** The window of a funnel that is not saved and names none. */
export const FUNNEL_WINDOW_MINUTES = 1440

export const stepsInWords = (steps: readonly FunnelStep[]) => steps.map(namedStep).join(' → ')

/** “page /pricing”, “event Signup (plan: pro)”. */
export const stepInWords = (step: FunnelStep, { say }: TextsIn) =>
  say(`change.step_${step.kind}`, { match: namedStep(step) })

const namedStep = ({ match, property }: FunnelStep) =>
  property ? `${match} (${property.name}: ${property.value})` : match

/** Steps with each goal by its name, where another case of it or its label was given, as filters understand them. */
export function withGoalNames(steps: readonly FunnelStep[], goals: readonly Goal[]): FunnelStep[] {
  const known = goalValues(goals)
  return steps.map((step) =>
    step.kind === 'goal' ? { ...step, match: knownValue(step.match, known) ?? step.match } : step,
  )
}

/** Throws `InvalidRequest` for a step with a goal that does not exist. */
export function assertGoalsExist(steps: readonly FunnelStep[], goals: readonly Goal[]): void {
  const errors = steps.flatMap(({ kind, match }, i) =>
    kind !== 'goal' || goals.some(({ name }) => name === match) ? [] : [unknownGoal(`steps.${i}.match`, match, goals)],
  )
  if (errors.length > 0) throw new InvalidRequest(errors)
}

export async function assertGoalsOfProduct({ store, product }: ProductWriteCall, steps: readonly FunnelStep[]) {
  const { events } = await store.settings.get(product.id, 'events')
  assertGoalsExist(steps, goalsOf(events))
}

/** Visitors who are not identified are new each UTC day, so few are seen to take longer. */
export async function windowWarnings(
  { store, product }: ProductWriteCall,
  { window_minutes }: Pick<Funnel, 'window_minutes'>,
): Promise<string[]> {
  if (window_minutes <= FUNNEL_WINDOW_MINUTES) return []
  const { visitor_identity } = await store.settings.get(product.id, 'preferences')
  if (visitor_identity === 'identified') return []
  return [
    `The window of ${window_minutes} minutes is longer than a day. Visitors are new each UTC day, so a way that takes longer is not seen as one.`,
  ]
}

export async function found({ store, product }: ProductWriteCall, id: FunnelId): Promise<Funnel> {
  const funnel = await store.funnels.find(product.id, id)
  if (funnel === undefined) throw new NotFound()
  return funnel
}
