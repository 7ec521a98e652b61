import { ERROR_CODES, type ErrorCode, PublicError } from '@footfall/core-domain'
import type { CodeMeaning } from './problem.ts'

/** Statuses that errors of a host may have. Others need headers, such as 401 and 429, or belong to HTTP itself. */
const OWN_STATUSES = [400, 402, 403, 404, 409, 410, 412, 422, 423, 451] as const

/** What a code of a host is on every channel. */
export interface OwnCode extends CodeMeaning {
  readonly status: (typeof OWN_STATUSES)[number]
  /** The detail of an error that is thrown without one. Public, like `title`. */
  readonly detail: string
}

/** Codes of a host, in snake_case; none of those that every service has. */
export type OwnCodes<Code extends string> = { readonly [Own in Code]: Own extends ErrorCode ? never : OwnCode }

/** Returns a function that makes errors of these codes. Throws `TypeError` for a code that no host can have. */
export function ownErrors<Code extends string>(
  codes: OwnCodes<Code> | undefined,
): (code: Code, detail?: string) => PublicError {
  const known = new Map<string, OwnCode>(Object.entries(codes ?? {}))
  for (const [code, { status }] of known) assertOwn(code, status)
  return (code, detail) => new PublicError(code, detail ?? known.get(code)?.detail ?? '')
}

function assertOwn(code: string, status: number): void {
  const problem = (why: string) => new TypeError(`codes.${code} ${why}`)
  const taken: readonly string[] = ERROR_CODES
  const statuses: readonly number[] = OWN_STATUSES
  if (taken.includes(code)) throw problem('is a code of the library')
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code)) throw problem('is not in snake_case')
  if (!statuses.includes(status)) throw problem(`has the status ${status}, and may have ${statuses.join(', ')}`)
}
