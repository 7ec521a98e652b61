import type { Reader } from '../cache/reader.ts'
import type { CollectedData } from '../days/collected.ts'
import { planOf } from '../plan/plan.ts'
import { askedMetric } from '../question/asked-metric.ts'
import { areAboutEvents } from '../question/condition.ts'
import type { Question } from '../question/question.ts'
import { readNumbers } from '../read/numbers.ts'
import { unavailable } from '../read/states.ts'
import type { WithEvidence } from './evidence.ts'
import type { Explanation } from './explanation.ts'

/** Conditions of events that exclude each other, and metrics that no event has that passes them. */
export async function excluded(asked: WithEvidence): Promise<Explanation | undefined> {
  const { reader, question, collected, evidence, zeros } = asked
  const states = zeros.flatMap((at) => {
    const reason = evidence.exclusionOf(at)
    return reason === undefined ? [] : [[at, reason] as const]
  })
  const [first] = states
  if (first === undefined) return undefined
  const visits = await visitsOfWholeVisits(reader, question, collected)
  const codes = [...new Set(states.map(([, reason]) => reason))]
  return {
    states: new Map(states.map(([at, reason]) => [at, unavailable(reason)])),
    noRows: false,
    hints: codes.map((code) => ({ code, suggestion: 'scope: "visit"', visits })),
  }
}

/**
 * The visits that a question finds once its conditions on events are about whole visits; null where that is withheld.
 */
async function visitsOfWholeVisits(
  reader: Reader,
  question: Question,
  collected: CollectedData,
): Promise<number | null> {
  const filters = question.filters.map((alternatives) =>
    areAboutEvents(alternatives) ? alternatives.map((one) => ({ ...one, scope: 'visit' as const })) : alternatives,
  )
  const metrics = [askedMetric('visits')]
  const plan = planOf({ ...question, metrics, filters, dimensions: [], interval: undefined })
  const { totals } = await readNumbers(reader, plan, collected)
  return totals[0]?.value ?? null
}
