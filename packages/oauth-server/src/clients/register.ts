import { type Context, refused } from '../context.ts'
import { type HttpAnswer, type HttpRequest, json, jsonError } from '../http/exchange.ts'
import { isEncoded, mediaType } from '../http/parameters.ts'
import type { UnusedLimits } from '../ports.ts'
import type { GrantType, RegisteredClient } from '../records.ts'
import { hashSecret, keyedHash, randomId, randomSecret } from '../secrets.ts'
import { LIFETIME, type Settings } from '../settings.ts'
import { type ClientMetadata, type MetadataAnswer, readRegistration } from './metadata.ts'

const BODY_BYTES_MAX = 64 * 1024

/**
 * POST /oauth/register (RFC 7591). Open to anyone, so what it can cost is bounded: the host's rate limit, the size of a
 * registration, and how many may stand unused, from one network and in all. The oldest of them make room at once.
 */
export async function register(context: Context, request: HttpRequest): Promise<HttpAnswer> {
  const { stores, host, now, randomBytes, grantTypes } = context.settings
  const refuse = (description: string, status = 400, error = 'invalid_client_metadata') => {
    refused(context, 'register', error)
    return jsonError(status, error, description)
  }
  if (mediaType(request) !== 'application/json' || isEncoded(request))
    return refuse('The body must be application/json.')
  const body = await request.body(BODY_BYTES_MAX)
  if (body === 'too_large') return refuse('The body is too large.', 413)
  const read = readMetadata(body, grantTypes)
  if (!read.ok) return refuse(read.problem.description, 400, read.problem.error)

  const { metadata } = read
  const secret = metadata.authMethod === 'none' ? undefined : randomSecret(randomBytes)
  const registeredAt = now()
  const client: RegisteredClient = {
    id: `oc_${randomId(randomBytes)}`,
    ...metadata,
    secretHash: secret === undefined ? undefined : hashSecret(secret),
    registeredAt,
    expiresAt: registeredAt + LIFETIME.registration,
    firstAllowedAt: undefined,
  }
  await stores.clients.register(client, unusedLimits(context.settings, request))
  host.observe?.({ kind: 'client_registered', clientId: client.id })
  return json(201, registrationAnswer(client, secret))
}

/** The network is kept as a keyed hash: who reads the store alone cannot tell from which address a registration came. */
function unusedLimits(settings: Settings, { raw }: HttpRequest): UnusedLimits {
  const network = settings.host.clientNetwork?.(raw)
  return {
    network: network === undefined ? undefined : keyedHash(settings.key, 'registration network', network),
    perNetworkMax: settings.unusedClientsPerNetworkMax,
    max: settings.unusedClientsMax,
  }
}

function readMetadata(body: Buffer, grantTypes: readonly GrantType[]): MetadataAnswer<ClientMetadata> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return { ok: false, problem: { error: 'invalid_client_metadata', description: 'The body is not JSON.' } }
  }
  return readRegistration(value, grantTypes)
}

/** RFC 7591 §3.2.1: all that was registered, and the secret this once. Public clients learn when they end, too. */
function registrationAnswer(client: RegisteredClient, secret: string | undefined) {
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
