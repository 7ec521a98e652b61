import { withParameters } from './redirect-uri.ts'

/** Where an authorization response is sent, and from whom. */
export interface ResponseTarget {
  readonly redirectUri: string
  /** Left out of the response if it is empty or undefined: the request had none. */
  readonly state: string | undefined
  readonly issuer: string
}

/** RFC 6749 §4.1.2. Every response has `iss`, errors too, which prevents mix-up attacks (RFC 9207 §2). */
export function codeResponseUri({ redirectUri, state, issuer }: ResponseTarget, code: string): string {
  return withParameters(redirectUri, { code, state: state || undefined, iss: issuer })
}

/** RFC 6749 §4.1.2.1. */
export function errorResponseUri(
  { redirectUri, state, issuer }: ResponseTarget,
  error: string,
  description: string,
): string {
  return withParameters(redirectUri, { error, error_description: description, state: state || undefined, iss: issuer })
}
