import { type Context, reportRejection } from '../context.ts'
import { targetOf } from '../device/device-authorization.ts'
import { DEVICE_GRANT_TYPE } from '../grant-type.ts'
import { type HttpResponse, json } from '../http/exchange.ts'
import { single } from '../http/parameters.ts'
import type { AllowedDevice, DeviceRequest, EpochMs } from '../records.ts'
import { hashSecret } from '../secrets.ts'
import { type TokenFailure, tokenFailureToResponse } from './failures.ts'
import type { TokenRequest } from './grant.ts'
import { newConnection } from './new-connection.ts'
import { accessTokenOf, expiresInSeconds, mintToken, refreshTokenOf } from './new-tokens.ts'
import { revokeReplayed } from './presented.ts'

/**
 * The device grant (RFC 8628 §3.4): a client polls with its device code until the person has decided. Not by the library,
 * which has no grant type whose requests usually wait.
 */
export async function deviceToken(request: TokenRequest): Promise<HttpResponse> {
  const { context, client } = request
  const outcome = await redeem(request)
  if ('headers' in outcome) return outcome
  reportRejection(context, 'token', outcome.reason, client.id)
  return tokenFailureToResponse(outcome)
}

async function redeem(request: TokenRequest): Promise<HttpResponse | TokenFailure> {
  const { context, client, form, at } = request
  const { settings } = context
  if (!client.grantTypes.includes(DEVICE_GRANT_TYPE)) return { reason: 'grant_not_registered' }
  const secret = single(form, 'device_code')
  if (secret === undefined) return { reason: 'device_code_missing' }
  const found = await settings.stores.devices.find(hashSecret(secret))
  if (found === undefined) return { reason: 'device_code_unknown' }
  if (found.clientId !== client.id) return { reason: 'device_code_of_another_client' }
  if (found.issuer !== settings.issuer) return { reason: 'device_code_of_another_issuer' }
  // RFC 8628 names no `resource`; the code is bound to one.
  const resource = single(form, 'resource') ?? found.resource
  if (resource !== found.resource || resource !== targetOf(settings, client).resource)
    return { reason: 'resource_other' }
  if (found.decision?.state === 'allowed' && found.decision.consumedAt !== undefined) {
    await revokeReplayed(context, found.decision)
    return { reason: 'device_code_replayed' }
  }
  if (found.expiresAt <= at) return { reason: 'device_code_expired' }
  if (found.decision === undefined) return polled(request, found)
  if (found.decision.state === 'denied') return { reason: 'device_denied' }
  const allowed: AllowedDevice = { ...found, decision: found.decision }
  const own = settings.deviceGrant?.ownClients.find(({ id }) => id === client.id)
  return own === undefined ? connect(request, allowed) : issueOwn(own, allowed, at)
}

/** The interval is raised where the client does not wait for it (RFC 8628 §3.5). */
async function polled({ context, at }: TokenRequest, { hash }: DeviceRequest): Promise<TokenFailure> {
  const answer = await context.settings.stores.devices.poll(hash, at)
  return { reason: answer === 'too_soon' ? 'polled_too_soon' : 'authorization_pending' }
}

async function connect(
  { context, client, at }: TokenRequest,
  device: AllowedDevice,
): Promise<HttpResponse | TokenFailure> {
  const { settings } = context
  const { stores, host, lifetimesMs } = settings
  const { accountId, scopes, grant, connectionId } = device.decision
  const refreshes = client.grantTypes.includes('refresh_token')
  const connection = newConnection(
    { ...device, id: connectionId, accountId, scopes, grant },
    at,
    // Without a refresh token the connection is useless once the access token has expired.
    refreshes ? lifetimesMs.connection : Math.min(lifetimesMs.accessToken, lifetimesMs.connection),
  )
  const access = mintToken(settings, 'access')
  const refresh = refreshes ? mintToken(settings, 'refresh') : undefined
  const accessToken = accessTokenOf(settings, access, connection, at)
  const refreshToken = refresh === undefined ? undefined : refreshTokenOf(settings, refresh, connection, 0, at)
  if (!(await stores.devices.redeem(device.hash, { connection, accessToken, refreshToken }, at))) {
    await revokeReplayed(context, device.decision)
    return { reason: 'device_code_replayed' }
  }
  host.observe?.({ kind: 'connection_begun', connectionId: connection.id, clientId: client.id })
  return json(200, {
    access_token: access,
    token_type: 'Bearer',
    expires_in: expiresInSeconds(accessToken),
    ...(refresh !== undefined && { refresh_token: refresh }),
    scope: scopes.join(' '),
  })
}

type Own = NonNullable<Context['settings']['deviceGrant']>['ownClients'][number]

async function issueOwn(own: Own, device: AllowedDevice, at: EpochMs): Promise<HttpResponse | TokenFailure> {
  const issued = await own.issue(device)
  if (!issued.ok) {
    return issued.because === 'consumed'
      ? { reason: 'device_code_replayed' }
      : { reason: 'device_rejected_by_host', description: issued.description }
  }
  const { credential, expiresAt, attributes } = issued
  return json(200, {
    ...attributes,
    access_token: credential,
    token_type: 'Bearer',
    ...(expiresAt !== undefined && { expires_in: Math.max(0, Math.floor((expiresAt - at) / 1000)) }),
    scope: device.decision.scopes.join(' '),
  })
}
