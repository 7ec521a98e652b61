import type { McpClient } from '../place/mcp-client.ts'
import type { Place } from '../place/place.ts'
import type { Question } from '../questions/question.ts'
import { failed, type Result, scoredReference } from './result.ts'
import { transcript } from './transcript.ts'

/** Follows the reference path of a question. An answer of another shape than the path expects is a fault. */
export async function askScripted(question: Question, client: McpClient, place: Place): Promise<Result> {
  const followed = transcript(client)
  try {
    const answer = await question.reference(followed)
    return scoredReference(question, followed.calls, answer, await question.expected(place))
  } catch (error) {
    return failed(question, followed.calls, error)
  }
}
