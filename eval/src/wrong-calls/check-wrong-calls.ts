import { isDeepStrictEqual } from 'node:util'
import type { Asked } from '../mutations/gate.ts'
import type { McpClient } from '../place/mcp-client.ts'
import { correctByErrors } from './correct-by-errors.ts'
import { asAskedBy, VOCABULARIES } from './vocabularies.ts'

export interface WrongCall {
  readonly question: string
  readonly by: string
  readonly isCorrected: boolean
  /** The last text, where it is not corrected. */
  readonly text: string
}

const READS = /_(query|goals|crawlers|search_console|realtime)$|_funnels_list$/

/** Asks the first call of a question as users of other services would, and looks whether the texts of errors alone lead to its answer. */
export async function checkWrongCalls(
  { question, calls: [right] }: Asked,
  client: Pick<McpClient, 'call'>,
): Promise<readonly WrongCall[]> {
  if (right === undefined || right.answer.isError || !READS.test(right.tool)) return []
  const verdicts: WrongCall[] = []
  for (const [by, vocabulary] of Object.entries(VOCABULARIES)) {
    const wrong = asAskedBy(vocabulary, right.given)
    if (isDeepStrictEqual(wrong, right.given)) continue
    const { last } = await correctByErrors(client, right.tool, wrong)
    verdicts.push({ question: question.name, by, isCorrected: last.text === right.answer.text, text: last.text })
  }
  return verdicts
}

/** How many wrong first calls are corrected by what errors say, and which are not. */
export function wrongCallsReport(verdicts: readonly WrongCall[]): string {
  const lost = verdicts.filter(({ isCorrected }) => !isCorrected)
  return [
    `${verdicts.length - lost.length} of ${verdicts.length} first calls in the words of other services are corrected by the texts of errors within two more calls.`,
    ...lost.map(({ question, by }) => `Not corrected: ${question} as a user of ${by} asks it`),
  ].join('\n')
}
