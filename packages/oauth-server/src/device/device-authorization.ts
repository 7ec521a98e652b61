import type { OAuthClient } from '../client.ts'
import { authenticatedClient, singleValuedForm } from '../clients/authenticated-client.ts'
import { cleanClientName } from '../clients/client-name.ts'
import { type Context, reportRejection } from '../context.ts'
import type { DeviceSettings } from '../device-options.ts'
import { DEVICE_GRANT_TYPE } from '../grant-type.ts'
import { type HttpRequest, type HttpResponse, json } from '../http/exchange.ts'
import { type Parameters, single } from '../http/parameters.ts'
import type { DeviceLimits } from '../ports.ts'
import type { DeviceRequest } from '../records.ts'
import { parseScope } from '../scope.ts'
import { hashSecret, keyedHash, randomSecret } from '../secrets.ts'
import type { Settings } from '../settings.ts'
import { type DeviceAuthorizationFailure, deviceAuthorizationFailureToResponse } from './failures.ts'
import { groupedUserCode, newUserCode, userCodeHashes } from './user-code.ts'

/** Two requests get the same user code about once in 20⁸ / 1,000; then another one is made. */
const ATTEMPTS_MAX = 5

/**
 * POST /oauth/device_authorization (RFC 8628 §3.1). Open to anyone, so no metadata document is fetched here: the client is
 * described when a person who is signed in enters its code.
 */
export function deviceAuthorization(device: DeviceSettings) {
  return async (context: Context, request: HttpRequest): Promise<HttpResponse> => {
    const sent = await singleValuedForm(context, 'device_authorization', request)
    if (!sent.ok) return sent.response
    const { form } = sent
    const authenticated = await authenticatedClient(context, 'device_authorization', request, form)
    if (!authenticated.ok) return authenticated.response
    const { client } = authenticated
    const asked = readRequest(context.settings, client, form)
    if (!asked.ok) {
      reportRejection(context, 'device_authorization', asked.reason, client.id)
      return deviceAuthorizationFailureToResponse(asked)
    }
    return begin(context, device, client, request, asked)
  }
}

/** What a client may request: its own resource and scopes if it belongs to the host, otherwise those of the server. */
export function targetOf(settings: Settings, client: OAuthClient): { resource: string; scopes: ReadonlySet<string> } {
  const own = settings.deviceGrant?.ownClients.find(({ id }) => id === client.id)
  if (own === undefined) return { resource: settings.resource, scopes: settings.grantable }
  return { resource: own.resource, scopes: new Set(own.scopes) }
}

type Asked = Pick<DeviceRequest, 'resource' | 'scopes' | 'deviceName'>

type ReadRequest = (Asked & { readonly ok: true }) | (DeviceAuthorizationFailure & { readonly ok: false })

/** RFC 8628 names no `resource`: without one it is that of the client. */
function readRequest(settings: Settings, client: OAuthClient, form: Parameters): ReadRequest {
  const rejected = (reason: DeviceAuthorizationFailure['reason']) => ({ ok: false, reason }) as const
  if (!client.grantTypes.includes(DEVICE_GRANT_TYPE)) return rejected('grant_not_registered')
  const target = targetOf(settings, client)
  const resource = single(form, 'resource') ?? target.resource
  if (resource !== target.resource) return rejected('resource_other')
  const scope = parseScope(single(form, 'scope'), target.scopes)
  if (!scope.ok) return rejected(`scope_${scope.reason}`)
  const name = single(form, 'device_name')
  const deviceName = name === undefined ? undefined : cleanClientName(name)
  if (name !== undefined && deviceName === undefined) return rejected('device_name_malformed')
  return { ok: true, resource, scopes: scope.scopes, deviceName }
}

async function begin(
  context: Context,
  device: DeviceSettings,
  client: OAuthClient,
  request: HttpRequest,
  { resource, scopes, deviceName }: Asked,
): Promise<HttpResponse> {
  const { settings } = context
  const { stores, host, randomBytes, issuer, lifetimesMs } = settings
  const deviceCode = randomSecret(randomBytes)
  const createdAt = settings.now()
  const pending: Omit<DeviceRequest, 'userCodeHash'> = {
    hash: hashSecret(deviceCode),
    clientId: client.id,
    clientName: client.name,
    deviceName,
    scopes,
    issuer,
    resource,
    origin: device.originOf?.(request.raw),
    intervalSeconds: device.intervalSeconds,
    polledAt: undefined,
    decision: undefined,
    createdAt,
    expiresAt: createdAt + lifetimesMs.device,
  }
  const limits = limitsOf(settings, device, request)
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const userCode = newUserCode(randomBytes)
    const [userCodeHash] = userCodeHashes(settings, userCode)
    if (!(await stores.devices.add({ ...pending, userCodeHash }, limits))) continue
    host.observe?.({ kind: 'device_authorization_begun', clientId: client.id })
    const page = issuer + device.path
    const grouped = groupedUserCode(userCode)
    return json(200, {
      device_code: deviceCode,
      user_code: grouped,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${grouped}`,
      expires_in: lifetimesMs.device / 1000,
      interval: device.intervalSeconds,
    })
  }
  throw new Error('No unused user code was found.')
}

/** The network is stored as a keyed hash, as with registrations. */
function limitsOf(settings: Settings, device: DeviceSettings, { raw }: HttpRequest): DeviceLimits {
  const network = settings.host.clientNetwork?.(raw)
  return {
    network: network === undefined ? undefined : keyedHash(settings.keys[0], 'device network', network),
    perNetworkMax: device.pendingPerNetworkMax,
    perClientMax: device.pendingPerClientMax,
  }
}
