import { type default as OAuth2Server, OAuthError } from '@node-oauth/oauth2-server'
import type { TokenFailure } from './failures.ts'

/** What the library's types require, for all its endpoints. */
export type FullModel = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel
type ModelOf<Method extends keyof FullModel> = Required<Pick<FullModel, Method>>

/** What the library calls for every grant type. */
export type CommonModel = ModelOf<'getClient' | 'generateAccessToken' | 'generateRefreshToken' | 'saveToken'>

/** What the library calls at the token endpoint. */
export type LibraryModel =
  | (CommonModel & ModelOf<'getAuthorizationCode' | 'revokeAuthorizationCode'>)
  | (CommonModel & ModelOf<'getRefreshToken' | 'revokeToken'>)
  | (CommonModel & ModelOf<'validateScope'>)

/** The library compares expiry with the system clock; it is checked before, with the injected clock. */
export const NEVER = new Date(8.64e15)

/** Carries a failure through the library, which rethrows only its own errors. */
export class Rejection extends OAuthError {
  readonly failure: TokenFailure
  constructor(failure: TokenFailure) {
    super(failure.reason, { code: 400 })
    this.failure = failure
  }
}

/** A concurrent request changed the refresh token or its connection: the request must be handled again. */
export class RotationConflict extends OAuthError {
  constructor() {
    super('A concurrent request changed this refresh token.', { code: 409 })
  }
}
