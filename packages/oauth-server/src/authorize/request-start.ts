import { isSameText } from '@footfall/http-primitives'
import { type Parameters, single } from '../http/parameters.ts'
import type { EpochMs, SecretHash } from '../records.ts'
import { keyedHash } from '../secrets.ts'
import type { Settings } from '../settings.ts'

/** The parameter that this server adds to an authorization request while the person signs in. */
const PARAMETER = 'authorization_started'
const SHAPE = /^v1\.(0|[1-9]\d{0,15})\.([A-Za-z0-9_-]{43})$/

export type RequestStartFailure = { readonly reason: 'request_expired' | 'request_of_another_browser' }
export type RequestStartResult =
  | { readonly ok: true; readonly startedAt: EpochMs }
  | { readonly ok: false; readonly failure: RequestStartFailure }

/** An authorization request and its browser. */
export interface BrowserRequest {
  /** As received, without the question mark. */
  readonly query: string
  readonly browserHash: SecretHash
}

/**
 * When an authorization request started: now, or before sign-in. Nothing is stored before sign-in, so the time is a
 * parameter of the request, with a MAC over the request and its browser (`v1.<time>.<MAC>`). It expires with the consent.
 */
export function requestStart(settings: Settings, request: BrowserRequest, parameters: Parameters): RequestStartResult {
  const now = settings.now()
  const values = parameters.get(PARAMETER) ?? []
  const given = single(parameters, PARAMETER)
  // A repeated parameter is rejected later, as all are.
  if (given === undefined || values.length > 1) return { ok: true, startedAt: now }
  const [, digits, mac] = SHAPE.exec(given) ?? []
  if (digits === undefined || mac === undefined) return reject('request_of_another_browser')
  const startedAt = Number(digits)
  // Before the MAC: the cookie that the MAC covers expires after the same time.
  if (startedAt + settings.lifetimesMs.consent <= now) return reject('request_expired')
  if (!settings.keys.some((key) => isSameText(mac, macOf(key, settings, request, startedAt))))
    return reject('request_of_another_browser')
  return { ok: true, startedAt }
}

/** The query of the same authorization request, with the time when it started. */
export function queryWithStart(settings: Settings, request: BrowserRequest, startedAt: EpochMs): string {
  return `${withoutStart(request.query)}&${PARAMETER}=v1.${startedAt}.${macOf(settings.keys[0], settings, request, startedAt)}`
}

function withoutStart(query: string): string {
  return query
    .split('&')
    .filter((pair) => !pair.startsWith(`${PARAMETER}=`))
    .join('&')
}

/** Over the decoded query: sign-in pages may encode it differently. */
function macOf(
  key: Uint8Array,
  { issuer }: Settings,
  { query, browserHash }: BrowserRequest,
  startedAt: EpochMs,
): string {
  const parameters = new URLSearchParams(query)
  parameters.delete(PARAMETER)
  return keyedHash(key, 'authorization request start', [issuer, browserHash, startedAt, parameters].join('\n'))
}

function reject(reason: RequestStartFailure['reason']): RequestStartResult {
  return { ok: false, failure: { reason } }
}
