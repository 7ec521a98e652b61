import { unavailable } from '../read/states.ts'
import type { Explanation } from './explanation.ts'
import { visitsOfWholeVisits } from './near.ts'
import type { UnexplainedZeros } from './unexplained.ts'

/** Conditions of events that exclude each other, and metrics that no event has that passes them. */
export async function excluded(asked: UnexplainedZeros): Promise<Explanation | undefined> {
  const { reader, question, evidence, zeros } = asked
  const states = zeros.flatMap((at) => {
    const reason = evidence.exclusionOf(at)
    return reason === undefined ? [] : [[at, reason] as const]
  })
  const [first] = states
  if (first === undefined) return undefined
  const visits = await visitsOfWholeVisits(reader, question)
  const codes = [...new Set(states.map(([, reason]) => reason))]
  return {
    states: new Map(states.map(([at, reason]) => [at, unavailable(reason)])),
    noRows: false,
    hints: codes.map((code) => ({ code, suggestion: 'scope: "visit"', visits })),
  }
}
