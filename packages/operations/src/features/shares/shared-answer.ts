import { CredentialNotAccepted, type FieldError, InvalidRequest } from '@footfall/core-domain'
import type { Answer } from '../../definition/operation.ts'

/**
 * What a shared link shows of an answer: the numbers, and no hint. Hints and proposals name values that were collected, and
 * the segment of a link may leave these out. Throws `CredentialNotAccepted` if the segment of the link cannot be asked for.
 */
export async function answerForLink(answering: Promise<Answer<unknown, unknown>>): Promise<Answer<unknown, unknown>> {
  try {
    const { meta, ...answer } = await answering
    return { ...answer, ...(meta === undefined ? {} : { meta: withoutHints(meta) }) }
  } catch (error) {
    throw error instanceof InvalidRequest ? errorForLink(error) : error
  }
}

function withoutHints(meta: unknown): unknown {
  if (typeof meta !== 'object' || meta === null) return meta
  const { hints: _, ...rest } = { hints: undefined, ...meta }
  return rest
}

function errorForLink({ errors }: InvalidRequest): Error {
  // The only segment of a link is its own, which strangers must not learn about.
  if (errors.some(({ path }) => path === 'segment'))
    return new CredentialNotAccepted(
      'This shared link cannot show statistics at the moment. Ask the person who sent it.',
    )
  return new InvalidRequest(errors.map(plainError))
}

function plainError({ path, message }: FieldError): FieldError {
  // Its message counts the values of the segment too.
  return path === 'filters' ? { path, message: 'holds too much for a shared link; remove a filter' } : { path, message }
}
