import {
  addDays,
  collectedText,
  dateIn,
  goalsOf,
  InvalidRequest,
  type LocalDate,
  MINUTE_MS,
  SECOND_MS,
  startOfDay,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductCall } from '../../../definition/index.ts'
import { unknownGoal } from '../../../messages/unknown-goal.ts'
import { type Evaluated, notEvaluated } from '../evaluated.ts'
import { minimumField } from '../fields.ts'
import { type AlertReports, defineAlertKind, type EvaluationCall } from '../kind.ts'
import { countedValue } from '../texts.ts'

const EVERY_MS = 5 * MINUTE_MS

const rule = z.strictObject({
  kind: z.literal('goal'),
  goal: collectedText(200).meta({ description: 'Name of the goal.' }),
  count: minimumField.meta({ description: 'Conversions of a day of the product. It is over with the day.' }),
})

export const goal = defineAlertKind(
  rule,
  ({ goal, count }) => ({
    assertValid: (call) => assertGoal(call, goal),
    nextDueMs: (_timezone, nowMs) => nowMs + EVERY_MS,
    async evaluate(call) {
      const day = evaluatedDay(call)
      const { timezone } = call.scope
      const isOver = day < dateIn(timezone, call.nowMs)
      // Now, or the last second of a day that is over.
      const atMs = Math.min(call.nowMs, startOfDay(timezone, addDays(day, 1)) - SECOND_MS)
      return { ...evaluatedCount(await readConversions(call, goal, day), count), isOver, atMs }
    },
    inWords: (say) => say('change.rule_goal', { goal, count }),
    said: (words) => ({
      started: words.say('message.goal_started', { goal, count: words.count(count) }),
      ended: words.say('message.goal_ended', { goal }),
      explained: words.say('message.goal_explained', { count }),
      metric: countedValue(words, 'conversions'),
    }),
  }),
  { count: 10 },
)

async function assertGoal({ store, product }: Pick<ProductCall, 'store' | 'product'>, goal: string): Promise<void> {
  const goals = goalsOf((await store.settings.get(product.id, 'events')).events)
  if (goals.every(({ name }) => name !== goal)) throw new InvalidRequest([unknownGoal('rule.goal', goal, goals)])
}

/** The day of the last evaluation, so that what came shortly before midnight counts as well. */
function evaluatedDay({ scope: { timezone }, nowMs, activeSince, lastEvaluation }: EvaluationCall): LocalDate {
  const today = dateIn(timezone, nowMs)
  const last = activeSince ?? lastEvaluation?.at
  const yesterday = addDays(today, -1)
  const lastDay = last === undefined ? today : dateIn(timezone, Date.parse(last))
  return activeSince === undefined && lastDay < yesterday ? yesterday : lastDay
}

function evaluatedCount(conversions: Conversions, count: number): Evaluated {
  if (typeof conversions === 'string') return notEvaluated(conversions)
  return { problem: null, value: conversions, usual: null, holds: conversions >= count, isOver: false }
}

type Conversions = number | 'goal_missing' | 'withheld' | 'not_collected'

/** Conversions of a goal on a day, or why they are not known. */
async function readConversions({ reports, scope }: AlertReports, goal: string, day: LocalDate): Promise<Conversions> {
  const { data } = await reports.goals(scope, { from: day, to: day, filters: [] })
  const found = data.goals.find(({ name }) => name === goal)
  if (found === undefined) return 'goal_missing'
  if (found.state === 'withheld') return 'withheld'
  return found.state === 'unavailable' ? 'not_collected' : (found.conversions ?? 0)
}
