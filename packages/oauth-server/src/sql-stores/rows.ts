import type {
  AccessToken,
  AuthorizationCode,
  Connection,
  ConsentRequest,
  DeviceDecision,
  DeviceRequest,
  RefreshToken,
  RegisteredClient,
  RequestedAuthorization,
} from '../records.ts'
import type { Row, Value } from './steps.ts'

/** Converts records to rows and back. Lists and grants are JSON. */

function text(row: Row, name: string): string {
  const value = row[name]
  if (typeof value !== 'string') throw new TypeError(`The column ${name} holds no text.`)
  return value
}

/** `pg` returns bigint columns as text, and better-sqlite3 as bigint where the host wants so. */
export function integer(row: Row, name: string): number {
  const value = Number(row[name] ?? Number.NaN)
  if (!Number.isSafeInteger(value)) throw new TypeError(`The column ${name} holds no whole number.`)
  return value
}

const isNull = (row: Row, name: string) => row[name] === null
const optionalInteger = (row: Row, name: string) => (isNull(row, name) ? undefined : integer(row, name))
const optionalText = (row: Row, name: string) => (isNull(row, name) ? undefined : text(row, name))
const json = (row: Row, name: string) => JSON.parse(text(row, name))

function requestedColumns(requested: RequestedAuthorization) {
  return {
    client_id: requested.clientId,
    client_name: requested.clientName,
    redirect_uri: requested.redirectUri,
    code_challenge: requested.codeChallenge,
    scopes: JSON.stringify(requested.scopes),
    issuer: requested.issuer,
    resource: requested.resource,
  }
}

function requestedOf(row: Row): RequestedAuthorization {
  return {
    clientId: text(row, 'client_id'),
    clientName: text(row, 'client_name'),
    redirectUri: text(row, 'redirect_uri'),
    codeChallenge: text(row, 'code_challenge'),
    scopes: json(row, 'scopes'),
    issuer: text(row, 'issuer'),
    resource: text(row, 'resource'),
  }
}

export function clientRow(client: RegisteredClient, credential: string): Record<string, Value> {
  return {
    id: client.id,
    name: client.name,
    redirect_uris: JSON.stringify(client.redirectUris),
    auth_method: client.authMethod,
    grant_types: JSON.stringify(client.grantTypes),
    [credential]: client.credential ?? null,
    registered_at: client.registeredAt,
    expires_at: client.expiresAt,
    first_allowed_at: client.firstAllowedAt ?? null,
  }
}

export function toClient(row: Row, credential: string): RegisteredClient {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    redirectUris: json(row, 'redirect_uris'),
    authMethod: text(row, 'auth_method'),
    grantTypes: json(row, 'grant_types'),
    credential: isNull(row, credential) ? undefined : text(row, credential),
    registeredAt: integer(row, 'registered_at'),
    expiresAt: integer(row, 'expires_at'),
    firstAllowedAt: optionalInteger(row, 'first_allowed_at'),
  }
}

export function consentRow(consent: ConsentRequest) {
  return {
    hash: consent.hash,
    browser_hash: consent.browserHash,
    account_id: consent.accountId,
    state: consent.state,
    ...requestedColumns(consent),
    created_at: consent.createdAt,
    expires_at: consent.expiresAt,
  }
}

export function toConsent(row: Row): ConsentRequest {
  return {
    hash: text(row, 'hash'),
    browserHash: text(row, 'browser_hash'),
    accountId: text(row, 'account_id'),
    state: text(row, 'state'),
    ...requestedOf(row),
    createdAt: integer(row, 'created_at'),
    expiresAt: integer(row, 'expires_at'),
  }
}

export function codeRow(code: AuthorizationCode) {
  return {
    hash: code.hash,
    account_id: code.accountId,
    granted: JSON.stringify(code.grant),
    connection_id: code.connectionId,
    ...requestedColumns(code),
    issued_at: code.issuedAt,
    expires_at: code.expiresAt,
    consumed_at: code.consumedAt ?? null,
  }
}

export function toCode(row: Row): AuthorizationCode {
  return {
    hash: text(row, 'hash'),
    accountId: text(row, 'account_id'),
    grant: json(row, 'granted'),
    connectionId: text(row, 'connection_id'),
    ...requestedOf(row),
    issuedAt: integer(row, 'issued_at'),
    expiresAt: integer(row, 'expires_at'),
    consumedAt: optionalInteger(row, 'consumed_at'),
  }
}

export function deviceRow(device: DeviceRequest, network: string | null) {
  return {
    hash: device.hash,
    user_code_hash: device.userCodeHash,
    client_id: device.clientId,
    client_name: device.clientName,
    device_name: device.deviceName ?? null,
    scopes: JSON.stringify(device.scopes),
    issuer: device.issuer,
    resource: device.resource,
    origin: device.origin ?? null,
    requested_from: network,
    interval_seconds: device.intervalSeconds,
    polled_at: device.polledAt ?? null,
    state: device.decision?.state ?? 'pending',
    account_id: device.decision?.accountId ?? null,
    created_at: device.createdAt,
    expires_at: device.expiresAt,
  }
}

export function toDevice(row: Row): DeviceRequest {
  return {
    hash: text(row, 'hash'),
    userCodeHash: text(row, 'user_code_hash'),
    clientId: text(row, 'client_id'),
    clientName: text(row, 'client_name'),
    deviceName: optionalText(row, 'device_name'),
    scopes: json(row, 'scopes'),
    issuer: text(row, 'issuer'),
    resource: text(row, 'resource'),
    origin: optionalText(row, 'origin'),
    intervalSeconds: integer(row, 'interval_seconds'),
    polledAt: optionalInteger(row, 'polled_at'),
    decision: decisionOf(row),
    createdAt: integer(row, 'created_at'),
    expiresAt: integer(row, 'expires_at'),
  }
}

function decisionOf(row: Row): DeviceDecision | undefined {
  switch (row.state) {
    case 'denied':
      return { state: 'denied', accountId: text(row, 'account_id') }
    case 'allowed':
      return {
        state: 'allowed',
        accountId: text(row, 'account_id'),
        scopes: json(row, 'granted_scopes'),
        grant: json(row, 'granted'),
        connectionId: text(row, 'connection_id'),
        consumedAt: optionalInteger(row, 'consumed_at'),
      }
    default:
      return undefined
  }
}

export function connectionRow(connection: Connection) {
  return {
    id: connection.id,
    client_id: connection.clientId,
    client_name: connection.clientName,
    account_id: connection.accountId,
    issuer: connection.issuer,
    resource: connection.resource,
    scopes: JSON.stringify(connection.scopes),
    granted: JSON.stringify(connection.grant),
    created_at: connection.createdAt,
    expires_at: connection.expiresAt,
    refreshed_at: connection.refreshedAt,
    revoked_at: connection.revokedAt ?? null,
    generation: connection.generation,
  }
}

export function toConnection(row: Row): Connection {
  return {
    id: text(row, 'id'),
    clientId: text(row, 'client_id'),
    clientName: text(row, 'client_name'),
    accountId: text(row, 'account_id'),
    issuer: text(row, 'issuer'),
    resource: text(row, 'resource'),
    scopes: json(row, 'scopes'),
    grant: json(row, 'granted'),
    createdAt: integer(row, 'created_at'),
    expiresAt: integer(row, 'expires_at'),
    refreshedAt: integer(row, 'refreshed_at'),
    revokedAt: optionalInteger(row, 'revoked_at'),
    generation: integer(row, 'generation'),
  }
}

export function accessTokenRow(token: AccessToken) {
  return {
    hash: token.hash,
    connection_id: token.connectionId,
    issued_at: token.issuedAt,
    expires_at: token.expiresAt,
  }
}

export function refreshTokenRow(token: RefreshToken) {
  return {
    hash: token.hash,
    connection_id: token.connectionId,
    generation: token.generation,
    issued_at: token.issuedAt,
    expires_at: token.expiresAt,
    consumed_at: token.consumedAt ?? null,
  }
}

/** A row of a connection joined with one of its tokens, see `TOKEN_COLUMNS`. */
export function toAccessToken(row: Row): AccessToken {
  return {
    hash: text(row, 'token_hash'),
    connectionId: text(row, 'id'),
    issuedAt: integer(row, 'token_issued_at'),
    expiresAt: integer(row, 'token_expires_at'),
  }
}

export function toRefreshToken(row: Row): RefreshToken {
  return {
    ...toAccessToken(row),
    generation: integer(row, 'token_generation'),
    consumedAt: optionalInteger(row, 'token_consumed_at'),
  }
}

/** The columns of a token `t` beside those of its connection. */
export const TOKEN_COLUMNS = 't.hash as token_hash, t.issued_at as token_issued_at, t.expires_at as token_expires_at'
