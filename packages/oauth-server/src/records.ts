/** Milliseconds since the Unix epoch. */
export type EpochMs = number

/** SHA-256 of a secret in unpadded base64url (43 characters). No record holds a secret itself. */
export type SecretHash = string

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/** `authorization_code`, `refresh_token`, or the name of a grant type that the host added. */
export type GrantType = string
/** How clients authenticate at the token endpoint (RFC 7591 §2). The only list of them; no store repeats it. */
export const CLIENT_AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number]

/** A client by dynamic registration. Clients named by the URL of their metadata document are not stored. */
export interface RegisteredClient {
  readonly id: string
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly authMethod: ClientAuthMethod
  readonly grantTypes: readonly GrantType[]
  /** Undefined for a public client. */
  readonly secretHash: SecretHash | undefined
  readonly registeredAt: EpochMs
  readonly expiresAt: EpochMs
  /** When a person first allowed this client something; undefined as long as nobody has. */
  readonly firstAllowedAt: EpochMs | undefined
}

/** What an authorization request asked for, once every parameter was found good. */
export interface RequestedAuthorization {
  readonly clientId: string
  readonly clientName: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly scopes: readonly string[]
  readonly issuer: string
  readonly resource: string
}

/** A question put to a person, bound to the browser that began it and to the account that was signed in there. */
export interface ConsentRequest extends RequestedAuthorization {
  /** Of the random handle that only the consent form carries. */
  readonly hash: SecretHash
  /** Of the random value in the browser's cookie. */
  readonly browserHash: SecretHash
  readonly accountId: string
  readonly state: string
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
}

export interface AuthorizationCode extends RequestedAuthorization {
  readonly hash: SecretHash
  readonly accountId: string
  /** What the person granted, in the host's own form. */
  readonly grant: JsonValue
  /** The connection that redeeming this code makes: known from the start, so that a replay knows what to revoke. */
  readonly connectionId: string
  readonly issuedAt: EpochMs
  readonly expiresAt: EpochMs
  /** When its client presented it, with whatever success; undefined before. */
  readonly consumedAt: EpochMs | undefined
}

/** Why a connection was revoked: its code or a refresh token was used twice, its client gave it up, or the host ended it. */
export type RevocationReason = 'code_replayed' | 'refresh_token_reused' | 'revoked_by_client' | 'revoked_by_host'

/** One consent at work: a client, an account, a resource, a set of scopes and a grant. */
export interface Connection {
  readonly id: string
  readonly clientId: string
  readonly clientName: string
  readonly accountId: string
  readonly issuer: string
  readonly resource: string
  readonly scopes: readonly string[]
  readonly grant: JsonValue
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
  /** When tokens were last issued for it. */
  readonly refreshedAt: EpochMs
  readonly revokedAt: EpochMs | undefined
  /** Of its newest refresh tokens: 0 at first, one more with each rotation. */
  readonly generation: number
}

export interface AccessToken {
  readonly hash: SecretHash
  readonly connectionId: string
  readonly issuedAt: EpochMs
  readonly expiresAt: EpochMs
}

export interface RefreshToken {
  readonly hash: SecretHash
  readonly connectionId: string
  readonly generation: number
  readonly issuedAt: EpochMs
  readonly expiresAt: EpochMs
  readonly consumedAt: EpochMs | undefined
}
