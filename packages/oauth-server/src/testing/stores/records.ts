import { createHash } from 'node:crypto'
import type { NewConnection, OAuthStores, Rotation, UnusedLimits } from '../../ports.ts'
import type { AuthorizationCode, Connection, ConsentRequest, RefreshToken, RegisteredClient } from '../../records.ts'
import { newConnection } from '../../token/new-connection.ts'
import { expect } from '../expect.ts'
import { DAY, HOUR, SECOND, T0 } from '../time.ts'

let made = 0
export const fresh = (kind: string) => `${kind}${process.pid}x${++made}`
export const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

export function aClient(change: Partial<RegisteredClient> = {}): RegisteredClient {
  return {
    id: fresh('oc_'),
    name: 'Ünïcode “client” 🐈',
    redirectUris: ['https://app.example/cb', 'http://127.0.0.1:8000/cb'],
    authMethod: 'client_secret_basic',
    grantTypes: ['authorization_code', 'refresh_token'],
    credential: hash('secret'),
    registeredAt: T0,
    expiresAt: T0 + 365 * DAY,
    firstAllowedAt: undefined,
    ...change,
  }
}

export function aConsent(change: Partial<ConsentRequest> = {}): ConsentRequest {
  return {
    hash: hash(fresh('handle')),
    browserHash: hash('browser'),
    accountId: fresh('acc_'),
    clientId: fresh('oc_'),
    clientName: 'Client',
    redirectUri: 'https://app.example/cb',
    codeChallenge: hash('verifier'),
    scopes: ['a:read', 'b:write'],
    issuer: 'https://auth.example',
    resource: 'https://api.example/mcp',
    state: 'a state & more',
    createdAt: T0,
    expiresAt: T0 + 600 * SECOND,
    ...change,
  }
}

export function aCode(consent: ConsentRequest, change: Partial<AuthorizationCode> = {}): AuthorizationCode {
  const { accountId, clientId, clientName, redirectUri, codeChallenge, scopes, issuer, resource } = consent
  return {
    accountId,
    clientId,
    clientName,
    redirectUri,
    codeChallenge,
    scopes,
    issuer,
    resource,
    hash: hash(fresh('code')),
    grant: { products: ['prd_1', 'prd_2'], deep: { list: [1, true, null, 'text'] } },
    connectionId: fresh('con_'),
    issuedAt: T0,
    expiresAt: T0 + 120 * SECOND,
    consumedAt: undefined,
    ...change,
  }
}

export function begin(
  code: AuthorizationCode,
  change: Partial<Connection> = {},
): NewConnection & { refreshToken: RefreshToken } {
  const { connectionId } = code
  const connection = { ...newConnection({ ...code, id: connectionId }, T0, 90 * DAY), ...change }
  return { connection, accessToken: access(connectionId), refreshToken: refresh(connectionId, 0) }
}

const access = (connectionId: string) => ({
  hash: hash(fresh('access')),
  connectionId,
  issuedAt: T0,
  expiresAt: T0 + HOUR,
})
const refresh = (connectionId: string, generation: number): RefreshToken => ({
  hash: hash(fresh('refresh')),
  connectionId,
  generation,
  issuedAt: T0,
  expiresAt: T0 + 30 * DAY,
  consumedAt: undefined,
})

export async function approved(stores: OAuthStores, change: Partial<ConsentRequest> = {}): Promise<AuthorizationCode> {
  const consent = aConsent(change)
  const code = aCode(consent)
  await stores.consents.add(consent)
  expect(await stores.consents.approve(consent.hash, code)).toBe(true)
  return code
}

export async function connected(
  stores: OAuthStores,
  change: Partial<Connection> = {},
  asked: Partial<ConsentRequest> = {},
) {
  const code = await approved(stores, asked)
  const begun = begin(code, change)
  expect(await stores.codes.redeem(code.hash, begun, T0)).toBe(true)
  return { code, ...begun }
}

export function rotationOf(presented: RefreshToken, change: Partial<Rotation> = {}): Rotation {
  return {
    presented: presented.hash,
    connectionId: presented.connectionId,
    accessToken: access(presented.connectionId),
    refreshToken: refresh(presented.connectionId, presented.generation + 1),
    now: T0 + HOUR,
    consumedSince: undefined,
    ...change,
  }
}

export const ROOMY: UnusedLimits = { network: undefined, perNetworkMax: 1_000_000, max: 1_000_000 }
