import { isDeepStrictEqual } from 'node:util'
import { CHECKS, type Known } from '../known/checks.ts'
import type { McpClient, ToolAnswer } from '../place/mcp-client.ts'
import type { Answer, Question } from '../questions/question.ts'
import { readingOf } from '../reader/reading.ts'
import { wrongFields } from '../scoring/facts.ts'
import { FAULTS, type Fault } from './faults.ts'

/** A call as it was answered while a question was asked without a fault. */
export interface Recorded {
  readonly tool: string
  readonly given: Readonly<Record<string, unknown>>
  readonly answer: ToolAnswer
}

/** A question with what was answered and what is right. */
export interface Asked {
  readonly question: Question
  readonly calls: readonly Recorded[]
  readonly expected: Answer
}

/** A client that records the calls of the question that is being asked. */
export function recording(client: McpClient): McpClient & { take(): readonly Recorded[] } {
  const calls: Recorded[] = []
  return {
    ...client,
    async call(tool, given) {
      const answer = await client.call(tool, given)
      calls.push({ tool, given, answer })
      return answer
    },
    take: () => calls.splice(0),
  }
}

export interface Verdict {
  readonly fault: Fault
  /** What turned red; empty where the fault survived. */
  readonly red: readonly string[]
}

/** Asks every question again with each fault planted in the recorded texts, and checks what clients know with it. */
export async function checkFaults(asked: readonly Asked[], known: Known): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  const green = CHECKS.filter((check) => check.fault(known) === undefined)
  for (const fault of FAULTS) {
    const red: string[] = []
    for (const one of asked) if (await isRed(one, fault)) red.push(one.question.name)
    const planted = fault.known?.(known)
    if (planted !== undefined)
      red.push(...green.filter((check) => check.fault(planted) !== undefined).map(({ name }) => name))
    verdicts.push({ fault, red })
  }
  return verdicts
}

async function isRed({ question, calls, expected }: Asked, { text }: Fault): Promise<boolean> {
  if (text === undefined || calls.every(({ answer }) => text(answer.text) === answer.text)) return false
  let at = 0
  try {
    const answer = await question.reference({
      async call(tool, given) {
        const recorded = calls[at++]
        if (recorded === undefined || recorded.tool !== tool || !isSameCall(given, recorded.given))
          throw new Error('another call than without the fault')
        return readingOf(text(recorded.answer.text), recorded.answer.isError)
      },
      next: () => {},
    })
    return at !== calls.length || wrongFields(answer, expected).length > 0
  } catch {
    return true
  }
}

/** Keys of confirmed changes are new each time. */
function isSameCall(
  { idempotency_key: _, ...given }: Recorded['given'],
  { idempotency_key: __, ...before }: Recorded['given'],
) {
  return isDeepStrictEqual(given, before)
}

export const survivorsOf = (verdicts: readonly Verdict[]) =>
  verdicts.filter(({ red }) => red.length === 0).map(({ fault }) => fault.name)

/** The share of faults that turn something red, and those that do not, by name. */
export function gateReport(verdicts: readonly Verdict[]): string {
  const survivors = survivorsOf(verdicts)
  const killed = verdicts.length - survivors.length
  return [
    `${killed} of ${verdicts.length} planted faults turn a question or a check red (${((100 * killed) / verdicts.length).toFixed(1)} %).`,
    ...survivors.map((name) => `Survives: ${name}`),
  ].join('\n')
}
