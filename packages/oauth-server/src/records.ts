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
/** A name of `token_endpoint_auth_method` (RFC 7591 §2). `clients/authentication-methods.ts` has the supported ones. */
export type ClientAuthMethod = string

/** A dynamically registered client (RFC 7591). Clients with a client metadata document are not stored. */
export interface RegisteredClient {
  readonly id: string
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly authMethod: ClientAuthMethod
  readonly grantTypes: readonly GrantType[]
  /**
   * What the client's credentials are verified with, in the form of its authentication method: for a client secret, its
   * hash. Undefined for a public client. Never a secret.
   */
  readonly credential: string | undefined
  readonly registeredAt: EpochMs
  readonly expiresAt: EpochMs
  /** When a person first gave this client consent; undefined before. */
  readonly firstAllowedAt: EpochMs | undefined
}

/** The validated parameters of an authorization request. */
export interface RequestedAuthorization {
  readonly clientId: string
  readonly clientName: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly scopes: readonly string[]
  readonly issuer: string
  readonly resource: string
}

/** A pending consent, bound to the browser that made the authorization request and to the account signed in there. */
export interface ConsentRequest extends RequestedAuthorization {
  /** Of the random handle in the consent form. */
  readonly hash: SecretHash
  /** Of the random value in the browser's cookie. */
  readonly browserHash: SecretHash
  readonly accountId: string
  /** Empty if the authorization request had none, see `requireState`. */
  readonly state: string
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
}

export interface AuthorizationCode extends RequestedAuthorization {
  readonly hash: SecretHash
  readonly accountId: string
  /** What the person granted, in the host's own form. */
  readonly grant: JsonValue
  /** The connection that redeeming this code creates; set when the code is issued, so that a replay can revoke it. */
  readonly connectionId: string
  readonly issuedAt: EpochMs
  readonly expiresAt: EpochMs
  /** When its client presented it, whether or not the request succeeded; undefined before. */
  readonly consumedAt: EpochMs | undefined
}

/** Why a connection was revoked: its code or a refresh token was reused, or its client or the host revoked it. */
export type RevocationReason = 'code_replayed' | 'refresh_token_reused' | 'revoked_by_client' | 'revoked_by_host'

/** What a person decided about a device request. */
export type DeviceDecision =
  | { readonly state: 'denied'; readonly accountId: string }
  | {
      readonly state: 'allowed'
      readonly accountId: string
      /** One or more of the requested scopes. */
      readonly scopes: readonly string[]
      /** What the person granted, in the host's own form. */
      readonly grant: JsonValue
      /** The connection that redeeming the device code creates. */
      readonly connectionId: string
      /** When the client redeemed the device code; undefined before. */
      readonly consumedAt: EpochMs | undefined
    }

/** A request of a device without a browser (RFC 8628): a person decides about it by its user code, in a browser of their own. */
export interface DeviceRequest {
  /** Of the device code. */
  readonly hash: SecretHash
  /** A keyed hash of the user code. */
  readonly userCodeHash: SecretHash
  readonly clientId: string
  /** Of a client with a metadata document, its URL until the person has decided. */
  readonly clientName: string
  /** What the device calls itself. */
  readonly deviceName: string | undefined
  readonly scopes: readonly string[]
  readonly issuer: string
  readonly resource: string
  /** Where the request came from, in words of the host. */
  readonly origin: string | undefined
  /** How long the client waits between two polls; raised where it does not. */
  readonly intervalSeconds: number
  readonly polledAt: EpochMs | undefined
  /** Undefined until the person has decided. */
  readonly decision: DeviceDecision | undefined
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
}

/** A device request that a person allowed. */
export interface AllowedDevice extends DeviceRequest {
  readonly decision: Extract<DeviceDecision, { state: 'allowed' }>
}

/** What a person granted to a client: an account, a resource, scopes and the host's own grant. */
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
  /** Of its newest refresh token: 0 at first, incremented by each rotation. */
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
