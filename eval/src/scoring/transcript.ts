import { z } from 'zod'
import type { McpClient, ToolAnswer } from '../place/mcp-client.ts'
import type { Question } from '../questions/question.ts'
import { type Reading, readingOf } from '../reader/reading.ts'
import { tokensOf } from './tokens.ts'

/** One call of a tool while a question was answered. */
export interface Call {
  readonly tool: string
  readonly answer: ToolAnswer
  readonly tokensIn: number
  readonly tokensOut: number
  /** How many texts of the person came before it. */
  readonly afterSaying: number
  /** Whether it changed something; a replay changes nothing. */
  readonly changedSomething: boolean
}

/** What happened while one question was answered. */
export interface Transcript {
  readonly calls: readonly Call[]
  call(tool: string, given: Readonly<Record<string, unknown>>): Promise<Reading>
  next(): void
}

const Executed = z.object({
  data: z.object({ state: z.literal('executed') }),
  meta: z.object({ idempotency: z.object({ replayed: z.literal(false) }) }),
})

export function transcript(client: McpClient): Transcript {
  const calls: Call[] = []
  let said = 1
  async function answerOf(tool: string, given: Readonly<Record<string, unknown>>) {
    const answer = await client.call(tool, given)
    calls.push({
      tool,
      answer,
      tokensIn: tokensOf(JSON.stringify(given)),
      tokensOut: tokensOf(answer.text),
      afterSaying: said,
      changedSomething: Executed.safeParse(answer.structured).success,
    })
    return answer
  }
  return {
    calls,
    async call(tool, given) {
      const { text, isError } = await answerOf(tool, given)
      return readingOf(text, isError)
    },
    next() {
      said++
    },
  }
}

export const tokensIn = (calls: readonly Call[]) => calls.reduce((sum, call) => sum + call.tokensIn, 0)
export const tokensOut = (calls: readonly Call[]) => calls.reduce((sum, call) => sum + call.tokensOut, 0)

/** What is wrong with the changes that were made; empty where each came once, and after the person agreed. */
export function faultsOfChanges(
  { changes = [], agreedAfter = 2 }: Question,
  calls: readonly Call[],
): readonly string[] {
  const made = calls.filter(({ changedSomething }) => changedSomething)
  const unasked = made.filter(({ afterSaying }) => afterSaying < agreedAfter)
  const names = made.map(({ tool }) => tool)
  return [
    ...unasked.map(({ tool }) => `${tool} changed something before the person agreed`),
    ...(names.join() === changes.join()
      ? []
      : [`changed by ${names.join(', ') || 'nothing'}, not ${changes.join(', ') || 'nothing'}`]),
  ]
}
