import type { Timestamp } from '@footfall/core-domain'
import type { Connection, EpochMs, RequestedAuthorization, SecretHash } from '@footfall/oauth-server'

type JsonText = string

interface RequestedColumns {
  client_id: RequestedAuthorization['clientId']
  client_name: string
  redirect_uri: string
  code_challenge: string
  scopes: JsonText
  issuer: string
  resource: string
}

/** The tables of the authorization server that queries of this package name; its own stores read and write all of them. */
export interface OAuthTables {
  oauth_consents: RequestedColumns & {
    hash: SecretHash
    browser_hash: SecretHash
    account_id: string
    state: string
    created_at: EpochMs
    expires_at: EpochMs
  }
  oauth_codes: RequestedColumns & {
    hash: SecretHash
    account_id: string
    granted: JsonText
    connection_id: string
    issued_at: EpochMs
    expires_at: EpochMs
    consumed_at: EpochMs | null
  }
  oauth_access_tokens: { hash: string; connection_id: Connection['id']; issued_at: EpochMs; expires_at: EpochMs }
  oauth_refresh_tokens: {
    hash: string
    connection_id: Connection['id']
    generation: number
    issued_at: EpochMs
    expires_at: EpochMs
    consumed_at: EpochMs | null
  }
  oauth_device_requests: {
    hash: SecretHash
    user_code_hash: string
    client_id: string
    client_name: string
    device_name: string | null
    scopes: JsonText
    issuer: string
    resource: string
    origin: string | null
    requested_from: string | null
    interval_seconds: number
    polled_at: EpochMs | null
    state: string
    account_id: string | null
    granted_scopes: JsonText | null
    granted: JsonText | null
    connection_id: string | null
    consumed_at: EpochMs | null
    created_at: EpochMs
    expires_at: EpochMs
  }
  oauth_connections: {
    id: Connection['id']
    client_id: string
    client_name: string
    account_id: string
    issuer: string
    resource: string
    scopes: JsonText
    granted: JsonText
    created_at: EpochMs
    expires_at: EpochMs
    refreshed_at: EpochMs
    revoked_at: EpochMs | null
    generation: number
    /** When one of its access tokens was last presented. */
    last_used_at: Timestamp | null
    last_used_network: string | null
    last_used_operation: string | null
  }
}
