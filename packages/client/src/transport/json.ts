import { type FieldError, FootfallError, withoutSecrets } from '../errors.ts'
import type { Incoming } from './request.ts'
import { codeOfStatus, retryAfterMs } from './retries.ts'

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The JSON object of a response; undefined where it is something else. */
export function fieldsOf({ text }: Incoming): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const notOfTheService = ({ status, header }: Incoming) =>
  new FootfallError('invalid_response', 'The response is not one of the service.', {
    status,
    requestId: header('request-id'),
  })

const textOf = (value: unknown) => (typeof value === 'string' ? withoutSecrets(value) : undefined)

/** The error of a problem of the service (RFC 9457), or of a response that has none. */
export function errorOf(problem: Fields | undefined, incoming: Incoming, now: number): FootfallError<string> {
  const { status, header } = incoming
  const code = textOf(problem?.code) ?? codeOfStatus(status)
  const detail = textOf(problem?.detail) ?? textOf(problem?.title) ?? `The server answered with status ${status}.`
  const errors = Array.isArray(problem?.errors) ? problem.errors.filter(isFields).map(fieldError) : []
  const requestId = textOf(problem?.request_id) ?? header('request-id')
  // RFC 6750 §3: the challenge names the scope.
  const [, missingScope] = /\bscope="([\w:]+)"/.exec(header('www-authenticate') ?? '') ?? []
  const facts = { status, errors, requestId, retryAfterMs: retryAfterMs(incoming, now) }
  return new FootfallError(code, detail, code === 'insufficient_scope' ? { ...facts, missingScope } : facts)
}

function fieldError({ path, message, did_you_mean }: Fields): FieldError {
  const meant = Array.isArray(did_you_mean) ? did_you_mean.flatMap((name) => textOf(name) ?? []) : undefined
  return { path: textOf(path) ?? '', message: textOf(message) ?? '', ...(meant && { did_you_mean: meant }) }
}
