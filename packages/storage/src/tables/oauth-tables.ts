import type { Timestamp } from '@footfall/core-domain'
import type {
  AccessToken,
  Connection,
  EpochMs,
  RefreshToken,
  RegisteredClient,
  RequestedAuthorization,
  SecretHash,
} from '@footfall/oauth-server'

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

interface TokenColumns {
  hash: SecretHash
  connection_id: AccessToken['connectionId']
  issued_at: EpochMs
  expires_at: EpochMs
}

/** The tables of the authorization server, column for column. */
export interface OAuthTables {
  oauth_clients: {
    id: RegisteredClient['id']
    name: string
    redirect_uris: JsonText
    auth_method: RegisteredClient['authMethod']
    grant_types: JsonText
    secret_hash: SecretHash | null
    registered_at: EpochMs
    expires_at: EpochMs
    first_allowed_at: EpochMs | null
    /** A keyed hash of the network that registered it, as long as nobody allowed it anything. */
    registered_from: SecretHash | null
  }
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
  }
  oauth_access_tokens: TokenColumns
  oauth_refresh_tokens: TokenColumns & {
    generation: RefreshToken['generation']
    consumed_at: EpochMs | null
  }
}
