import { AbstractGrantType as LibraryGrantType } from '@node-oauth/oauth2-server'
import type { ClientAuthMethod, GrantType, JsonValue } from '../records.ts'

/** The form of a token request. No parameter of it was repeated, and those without a value are left out. */
export interface GrantTypeRequest {
  readonly body: Readonly<Record<string, string | undefined>>
}

/** The client of a token request, authenticated by the method that it registered. */
export interface GrantTypeClient {
  readonly id: string
  readonly name: string
  readonly authMethod: ClientAuthMethod
  readonly grants: readonly GrantType[]
}

/** For whom tokens are issued. `verifyAccessToken` gives back both. */
export interface GrantTypeUser {
  readonly accountId: string
  readonly grant: JsonValue
}

/** Tokens to be issued; every other property becomes a member of the answer (`issued_token_type` of RFC 8693, for one). */
export interface NewToken {
  readonly accessToken: string
  /** Issued only to clients that have registered `refresh_token`. */
  readonly refreshToken?: string | undefined
  readonly scope: readonly string[] | undefined
  readonly [attribute: string]: JsonValue | undefined
}

/** As `saveToken` gives it back, and `handle` passes it on. */
export interface SavedToken {
  readonly accessToken: string
  readonly client: GrantTypeClient
  readonly user: GrantTypeUser
}

export interface GrantTypeModel {
  /**
   * Begins a connection with these tokens. It lasts 90 days with a refresh token, and as long as its access token without.
   * Refuses with `invalid_scope` when there is no scope, or one that is not grantable.
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

/** What the library's class brings along. Its own types leave `model` out, and say that every request has a scope. */
interface GrantTypeBase {
  readonly model: GrantTypeModel
  /** The scopes that the request names; undefined when it names none. */
  getScope(request: GrantTypeRequest): string[] | undefined
  /** The scopes, if each is grantable; refuses with `invalid_scope` otherwise. */
  validateScope(user: GrantTypeUser, client: GrantTypeClient, scope: readonly string[] | undefined): Promise<string[]>
  /** A new secret, by the host's `mintToken`. */
  generateAccessToken(client: GrantTypeClient, user: GrantTypeUser, scope: readonly string[]): Promise<string>
  generateRefreshToken(client: GrantTypeClient, user: GrantTypeUser, scope: readonly string[]): Promise<string>
}

const Base = LibraryGrantType as unknown as abstract new (options: GrantTypeOptions) => GrantTypeBase

/** The library's `AbstractGrantType`, the base of a host's own grant types, under types that hold. */
export abstract class AbstractGrantType extends Base {
  /** Issues tokens by `model.saveToken`, or throws one of the library's errors. */
  abstract handle(request: GrantTypeRequest, client: GrantTypeClient): Promise<SavedToken>
}
