import { isSameText } from '@footfall/http-primitives'
import { type Parameters, single } from '../http/parameters.ts'
import type { EpochMs, SecretHash } from '../records.ts'
import { keyedHash } from '../secrets.ts'
import { LIFETIME, type Settings } from '../settings.ts'

/** The parameter that this server adds to an authorization request while the person signs in. */
const PARAMETER = 'authorization_begun'
const SHAPE = /^v1\.(0|[1-9]\d{0,15})\.([A-Za-z0-9_-]{43})$/

export type BegunFailure = { readonly reason: 'begun_too_long_ago' | 'begun_elsewhere' }
export type BegunAnswer =
  | { readonly ok: true; readonly at: EpochMs }
  | { readonly ok: false; readonly failure: BegunFailure }

/** An authorization request and the browser that it is of. */
export interface BegunRequest {
  /** As it came, without the question mark. */
  readonly query: string
  readonly browserHash: SecretHash
}

/**
 * When an authorization request began: now, unless it comes back from sign-in. Then it says when, and that counts only for
 * the very request and browser that it was said of, for as long as a consent lives. Nothing is stored before sign-in, so
 * the time travels with the request, authenticated (`v1.<time>.<MAC>`).
 */
export function whenBegun(settings: Settings, request: BegunRequest, parameters: Parameters): BegunAnswer {
  const now = settings.now()
  const values = parameters.get(PARAMETER) ?? []
  const given = single(parameters, PARAMETER)
  // Given twice it is refused like every parameter that is repeated.
  if (given === undefined || values.length > 1) return { ok: true, at: now }
  const [, digits, mac] = SHAPE.exec(given) ?? []
  if (digits === undefined || mac === undefined) return { ok: false, failure: { reason: 'begun_elsewhere' } }
  const at = Number(digits)
  // Looked at first, whoever says it: a browser that took so long has lost the cookie that would prove it.
  if (at + LIFETIME.consent <= now) return { ok: false, failure: { reason: 'begun_too_long_ago' } }
  if (!isSameText(mac, macOf(settings, request, at))) return { ok: false, failure: { reason: 'begun_elsewhere' } }
  return { ok: true, at }
}

/** The query of the same authorization request, which says when it began. */
export function queryWithBegun(settings: Settings, request: BegunRequest, at: EpochMs): string {
  return `${withoutBegun(request.query)}&${PARAMETER}=v1.${at}.${macOf(settings, request, at)}`
}

function withoutBegun(query: string): string {
  return query
    .split('&')
    .filter((pair) => !pair.startsWith(`${PARAMETER}=`))
    .join('&')
}

/** The query is compared by what it says: sign-in pages may escape it in another way. */
function macOf({ key, issuer }: Settings, { query, browserHash }: BegunRequest, at: EpochMs): string {
  const asked = new URLSearchParams(query)
  asked.delete(PARAMETER)
  return keyedHash(key, 'authorization begun', [issuer, browserHash, at, asked].join('\n'))
}
