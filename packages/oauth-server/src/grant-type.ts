import { AbstractGrantType as LibraryGrantType } from '@node-oauth/oauth2-server'
import type { ClientAuthMethod, GrantType, JsonValue } from './records.ts'

/** The authorization grant types that are always supported; a host can add others. */
export const BUILT_IN_GRANT_TYPES: readonly GrantType[] = ['authorization_code', 'refresh_token']

/** RFC 8628 §3.4; supported where the host turns it on. */
export const DEVICE_GRANT_TYPE: GrantType = 'urn:ietf:params:oauth:grant-type:device_code'

/** The form of a token request, without repeated parameters and parameters without a value. */
export interface GrantTypeRequest {
  readonly body: Readonly<Record<string, string | undefined>>
}

/** The authenticated client of a token request. */
export interface GrantTypeClient {
  readonly id: string
  readonly name: string
  readonly authMethod: ClientAuthMethod
  readonly grants: readonly GrantType[]
}

/** For whom tokens are issued. `verifyAccessToken` returns both. */
export interface GrantTypeUser {
  readonly accountId: string
  readonly grant: JsonValue
}

/** Tokens to issue; other properties become members of the response, such as `issued_token_type` of RFC 8693. */
export interface NewToken {
  readonly accessToken: string
  /** Issued only to clients that have registered `refresh_token`. */
  readonly refreshToken?: string | undefined
  readonly scope: readonly string[] | undefined
  readonly [attribute: string]: JsonValue | undefined
}

/** What `saveToken` resolves to and `handle` returns. */
export interface SavedToken {
  readonly accessToken: string
  readonly client: GrantTypeClient
  readonly user: GrantTypeUser
}

export interface GrantTypeModel {
  /**
   * Adds a connection with these tokens. It lasts 90 days with a refresh token, otherwise as long as the access token.
   * Rejects with `invalid_scope` if there is no scope, or one that is not grantable.
   */
  saveToken(token: NewToken, client: GrantTypeClient, user: GrantTypeUser): Promise<SavedToken>
}

export interface GrantTypeOptions {
  readonly model: GrantTypeModel
  readonly accessTokenLifetime: number
  readonly refreshTokenLifetime?: number
}

/** What `extendedGrantTypes` takes. */
export type GrantTypeClass = new (
  options: GrantTypeOptions,
) => { handle(request: GrantTypeRequest, client: GrantTypeClient): Promise<SavedToken> }

/** What the library's class provides. Its own types lack `model` and say that every request has a scope. */
interface GrantTypeBase {
  readonly model: GrantTypeModel
  /** The requested scopes; undefined if there are none. */
  getScope(request: GrantTypeRequest): string[] | undefined
  /** The scopes, if all are grantable; otherwise rejects with `invalid_scope`. */
  validateScope(user: GrantTypeUser, client: GrantTypeClient, scope: readonly string[] | undefined): Promise<string[]>
  /** A new secret, by the host's `mintToken`. */
  generateAccessToken(client: GrantTypeClient, user: GrantTypeUser, scope: readonly string[]): Promise<string>
  generateRefreshToken(client: GrantTypeClient, user: GrantTypeUser, scope: readonly string[]): Promise<string>
}

const Base = LibraryGrantType as unknown as abstract new (options: GrantTypeOptions) => GrantTypeBase

/** The library's `AbstractGrantType`, the base class of a host's own grant types, with accurate types. */
export abstract class AbstractGrantType extends Base {
  /** Issues tokens by `model.saveToken`, or throws one of the library's errors. */
  abstract handle(request: GrantTypeRequest, client: GrantTypeClient): Promise<SavedToken>
}
