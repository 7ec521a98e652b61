import type {
  AccessToken,
  AuthorizationCode,
  Connection,
  ConsentRequest,
  RefreshToken,
  RegisteredClient,
  RequestedAuthorization,
} from '@footfall/oauth-server'
import type { OAuthTables } from '../tables/oauth-tables.ts'

/** Converts records of the authorization server to rows and back. Lists and grants are JSON. */

type Requested = Pick<OAuthTables['oauth_codes'], keyof ReturnType<typeof requestedColumns>>

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

function requestedOf(row: Requested): RequestedAuthorization {
  return {
    clientId: row.client_id,
    clientName: row.client_name,
    redirectUri: row.redirect_uri,
    codeChallenge: row.code_challenge,
    scopes: JSON.parse(row.scopes),
    issuer: row.issuer,
    resource: row.resource,
  }
}

export function clientRow(client: RegisteredClient): Omit<OAuthTables['oauth_clients'], 'registered_from'> {
  return {
    id: client.id,
    name: client.name,
    redirect_uris: JSON.stringify(client.redirectUris),
    auth_method: client.authMethod,
    grant_types: JSON.stringify(client.grantTypes),
    secret_hash: client.credential ?? null,
    registered_at: client.registeredAt,
    expires_at: client.expiresAt,
    first_allowed_at: client.firstAllowedAt ?? null,
  }
}

export function toClient(row: ReturnType<typeof clientRow>): RegisteredClient {
  return {
    id: row.id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris),
    authMethod: row.auth_method,
    grantTypes: JSON.parse(row.grant_types),
    credential: row.secret_hash ?? undefined,
    registeredAt: row.registered_at,
    expiresAt: row.expires_at,
    firstAllowedAt: row.first_allowed_at ?? undefined,
  }
}

export function consentRow(consent: ConsentRequest): OAuthTables['oauth_consents'] {
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

export function toConsent(row: OAuthTables['oauth_consents']): ConsentRequest {
  return {
    hash: row.hash,
    browserHash: row.browser_hash,
    accountId: row.account_id,
    state: row.state,
    ...requestedOf(row),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

export function codeRow(code: AuthorizationCode): OAuthTables['oauth_codes'] {
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

export function toCode(row: OAuthTables['oauth_codes']): AuthorizationCode {
  return {
    hash: row.hash,
    accountId: row.account_id,
    grant: JSON.parse(row.granted),
    connectionId: row.connection_id,
    ...requestedOf(row),
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    consumedAt: row.consumed_at ?? undefined,
  }
}

export function connectionRow(connection: Connection): OAuthTables['oauth_connections'] {
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
    last_used_at: null,
  }
}

export function toConnection(row: Omit<OAuthTables['oauth_connections'], 'last_used_at'>): Connection {
  return {
    id: row.id,
    clientId: row.client_id,
    clientName: row.client_name,
    accountId: row.account_id,
    issuer: row.issuer,
    resource: row.resource,
    scopes: JSON.parse(row.scopes),
    grant: JSON.parse(row.granted),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    refreshedAt: row.refreshed_at,
    revokedAt: row.revoked_at ?? undefined,
    generation: row.generation,
  }
}

export function accessTokenRow(token: AccessToken): OAuthTables['oauth_access_tokens'] {
  return {
    hash: token.hash,
    connection_id: token.connectionId,
    issued_at: token.issuedAt,
    expires_at: token.expiresAt,
  }
}

export function refreshTokenRow(token: RefreshToken): OAuthTables['oauth_refresh_tokens'] {
  return {
    hash: token.hash,
    connection_id: token.connectionId,
    generation: token.generation,
    issued_at: token.issuedAt,
    expires_at: token.expiresAt,
    consumed_at: token.consumedAt ?? null,
  }
}
