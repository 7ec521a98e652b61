import type { McpClient } from '../place/mcp-client.ts'
import type { Place } from '../place/place.ts'
import type { Question } from '../questions/question.ts'
import { type Result, scoredReference } from './result.ts'
import { transcript } from './transcript.ts'

/** Follows the reference path of a question. */
export async function askScripted(question: Question, client: McpClient, place: Place): Promise<Result> {
  const followed = transcript(client)
  const answer = await question.reference(followed)
  return scoredReference(question, followed.calls, answer, await question.expected(place))
}
