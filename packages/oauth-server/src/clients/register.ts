import { type Context, reportRejection } from '../context.ts'
import { type HttpRequest, type HttpResponse, json, jsonError } from '../http/exchange.ts'
import { isEncoded, mediaType } from '../http/parameters.ts'
import type { UnusedLimits } from '../ports.ts'
import type { RegisteredClient } from '../records.ts'
import { keyedHash, randomId } from '../secrets.ts'
import type { Settings } from '../settings.ts'
import { type MetadataResult, type Registration, readRegistration } from './metadata.ts'

const BODY_BYTES_MAX = 64 * 1024

/**
 * POST /oauth/register (RFC 7591). Open to anyone, so it is limited by the host's rate limit, the size of a request, and
 * the number of unused registrations from one network and in total; a new registration removes the oldest beyond that.
 */
export async function register(context: Context, request: HttpRequest): Promise<HttpResponse> {
  const { stores, host, now, randomBytes, lifetimesMs } = context.settings
  const reject = (description: string, status = 400, error = 'invalid_client_metadata') => {
    reportRejection(context, 'register', error)
    return jsonError(status, error, description)
  }
  if (mediaType(request) !== 'application/json' || isEncoded(request))
    return reject('The body must be application/json.')
  const body = await request.body(BODY_BYTES_MAX)
  if (body === 'too_large') return reject('The body is too large.', 413)
  const read = readBody(body, context.settings)
  if (!read.ok) return reject(read.problem.message, 400, read.problem.error)

  const { newCredential, ...metadata } = read.metadata
  const registeredAt = now()
  const client: RegisteredClient = {
    id: `oc_${randomId(randomBytes)}`,
    ...metadata,
    credential: newCredential?.credential,
    registeredAt,
    expiresAt: registeredAt + lifetimesMs.registration,
    firstAllowedAt: undefined,
  }
  await stores.clients.register(client, unusedLimits(context.settings, request))
  host.observe?.({ kind: 'client_registered', clientId: client.id })
  return json(201, registrationResponse(client, newCredential?.secret))
}

/** The network is stored as a keyed hash: the database does not reveal the address of a registration. */
function unusedLimits(settings: Settings, { raw }: HttpRequest): UnusedLimits {
  const network = settings.host.clientNetwork?.(raw)
  return {
    network: network === undefined ? undefined : keyedHash(settings.keys[0], 'registration network', network),
    perNetworkMax: settings.unusedClientsPerNetworkMax,
    max: settings.unusedClientsMax,
  }
}

function readBody(body: Buffer, { grantTypes, randomBytes }: Settings): MetadataResult<Registration> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return { ok: false, problem: { error: 'invalid_client_metadata', message: 'The body is not JSON.' } }
  }
  return readRegistration(value, grantTypes, randomBytes)
}

/** RFC 7591 §3.2.1: everything that was registered, the secret only here, and the expiry for public clients too. */
function registrationResponse(client: RegisteredClient, secret: string | undefined) {
  const expiresAt = Math.floor(client.expiresAt / 1000)
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.registeredAt / 1000),
    ...(secret === undefined
      ? { client_id_expires_at: expiresAt }
      : { client_secret: secret, client_secret_expires_at: expiresAt }),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: client.authMethod,
    grant_types: client.grantTypes,
    response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
  }
}
