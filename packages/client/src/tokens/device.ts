import { FootfallError, isFootfallError } from '../errors.ts'
import { type Fields, fieldsOf, notOfTheService } from '../transport/json.ts'
import type { Incoming } from '../transport/request.ts'
import { withRetries } from '../transport/retries.ts'
import { scopesIn } from './exchange.ts'
import { revokeAt } from './revoke.ts'
import { authorizationServer, oauthError, type TokenRequestOptions } from './token-endpoint.ts'

export interface DeviceSignInOptions extends TokenRequestOptions {
  /** The public client that signs in. */
  readonly clientId: string
  readonly scope: readonly string[]
  /** The name of the device on the page of the person. */
  readonly deviceName: string
  /** Shows the person where to allow the sign-in. */
  readonly show: (code: DeviceCode) => void
}

/** What a person needs to allow a sign-in, on any device with a browser. */
export interface DeviceCode {
  readonly userCode: string
  /** The page on which the code is entered. */
  readonly verificationUri: string
  /** The same page with the code in it, where the service has one. */
  readonly verificationUriComplete: string | undefined
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export interface DeviceToken {
  readonly accessToken: string
  /** Milliseconds since 1970; undefined for a token that does not expire. */
  readonly expiresAt: number | undefined
  readonly scope: readonly string[]
  readonly id: string | undefined
  readonly name: string | undefined
}

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const INTERVAL_S = 5
const INTERVAL_S_MAX = 600

/**
 * Signs in by device authorization (RFC 8628): a person allows it in a browser. Rejected, it is the error `sign_in_rejected`,
 * whose `oauthError` is `access_denied` if the person denied it and `expired_token` if nobody decided in time.
 */
export async function signInByDevice(options: DeviceSignInOptions): Promise<DeviceToken> {
  const { clientId, scope, deviceName, show, signal } = options
  const server = authorizationServer(options)
  const { address, runtime, policy, post } = server
  const endpoints = await endpointsOf(server, signal)
  const request = { client_id: clientId, resource: `${address}/api/v1` }
  const begin = async () => {
    const form = { ...request, scope: scope.join(' '), device_name: deviceName }
    return begunOf(await post(endpoints.device, form), runtime.now())
  }
  const begun = await withRetries(begin, policy, runtime, signal)
  show(begun.code)
  const form = { ...request, grant_type: GRANT, device_code: begun.deviceCode }
  for (let intervalS = begun.intervalS; runtime.now() < begun.code.expiresAt; ) {
    await runtime.sleep(intervalS * 1000, signal)
    try {
      return tokenOf(await post(endpoints.token, form), runtime.now())
    } catch (error) {
      intervalS = nextIntervalS(error, intervalS)
    }
  }
  throw new FootfallError('sign_in_rejected', 'The code has expired.', { oauthError: 'expired_token' })
}

/** Revokes a token of `signInByDevice` (RFC 7009). Revoking it again is not an error. */
export async function revokeDeviceToken(
  options: TokenRequestOptions & { readonly clientId: string; readonly token: string },
): Promise<void> {
  const server = authorizationServer(options)
  await revokeAt(server, (await endpointsOf(server, options.signal)).revocation, options)
}

/** How long to wait until the next request for the token. Throws the error if it is final. */
function nextIntervalS(error: unknown, intervalS: number): number {
  // RFC 8628 §3.5: a client whose request was lost waits longer. The person may still be deciding.
  if (isFootfallError(error, 'no_response')) return Math.min(intervalS * 2, INTERVAL_S_MAX)
  if (isFootfallError(error, 'rate_limited', 'service_unavailable')) return intervalS
  if (!isFootfallError(error, 'sign_in_rejected')) throw error
  if (error.oauthError === 'authorization_pending') return intervalS
  if (error.oauthError === 'slow_down') return intervalS + INTERVAL_S
  throw error
}

/** The endpoints as the metadata of the authorization server names them (RFC 8414). */
async function endpointsOf(
  { address, get, runtime, policy }: ReturnType<typeof authorizationServer>,
  signal: AbortSignal | undefined,
) {
  const find = async () => {
    const incoming = await get(`${address}/.well-known/oauth-authorization-server`)
    const fields = succeeded(incoming, runtime.now())
    const { token_endpoint: token, revocation_endpoint: revocation, device_authorization_endpoint: device } = fields
    if (typeof token !== 'string' || typeof revocation !== 'string') throw notOfTheService(incoming)
    if (typeof device !== 'string')
      throw new FootfallError('sign_in_rejected', 'The service has no device authorization.', {
        oauthError: 'unsupported_grant_type',
      })
    return { token, revocation, device }
  }
  return withRetries(find, policy, runtime, signal)
}

function succeeded(incoming: Incoming, now: number): Fields {
  const fields = fieldsOf(incoming)
  if (incoming.status >= 400) throw oauthError(incoming, now, 'sign_in_rejected')
  if (fields === undefined) throw notOfTheService(incoming)
  return fields
}

function begunOf(incoming: Incoming, now: number) {
  const fields = succeeded(incoming, now)
  const { device_code, user_code, verification_uri, verification_uri_complete, expires_in } = fields
  const { interval = INTERVAL_S } = fields
  if (
    typeof device_code !== 'string' ||
    typeof user_code !== 'string' ||
    typeof verification_uri !== 'string' ||
    !isPositive(expires_in) ||
    !isPositive(interval) ||
    interval > INTERVAL_S_MAX
  )
    throw notOfTheService(incoming)
  const code: DeviceCode = {
    userCode: user_code,
    verificationUri: verification_uri,
    verificationUriComplete: textOf(verification_uri_complete),
    expiresAt: now + expires_in * 1000,
  }
  return { deviceCode: device_code, code, intervalS: interval }
}

function tokenOf(incoming: Incoming, now: number): DeviceToken {
  const { access_token, expires_in, scope, token_id, token_name } = succeeded(incoming, now)
  if (typeof access_token !== 'string' || !access_token.startsWith('jt_')) throw notOfTheService(incoming)
  return {
    accessToken: access_token,
    expiresAt: typeof expires_in === 'number' ? now + expires_in * 1000 : undefined,
    scope: scopesIn(scope),
    id: textOf(token_id),
    name: textOf(token_name),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0
