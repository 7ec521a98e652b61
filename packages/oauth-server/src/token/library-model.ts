import { type default as OAuth2Server, OAuthError } from '@node-oauth/oauth2-server'
import type { TokenFailure } from './failures.ts'

/** Everything that the library's types ask for, its other endpoints included. */
export type FullModel = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel
type ModelOf<Method extends keyof FullModel> = Required<Pick<FullModel, Method>>

/** What every grant type needs of the model. */
export type CommonModel = ModelOf<'getClient' | 'generateAccessToken' | 'generateRefreshToken' | 'saveToken'>

/** What the token endpoint calls, which is all that there is here. */
export type LibraryModel =
  | (CommonModel & ModelOf<'getAuthorizationCode' | 'revokeAuthorizationCode'>)
  | (CommonModel & ModelOf<'getRefreshToken' | 'revokeToken'>)
  | (CommonModel & ModelOf<'validateScope'>)

/** The library compares expiry with the machine's clock; ours has judged it before the library sees the record. */
export const NEVER = new Date(8.64e15)

/** Takes a reason of ours through the library, which passes on its own errors alone. */
export class Refusal extends OAuthError {
  readonly failure: TokenFailure
  constructor(failure: TokenFailure) {
    super(failure.reason, { code: 400 })
    this.failure = failure
  }
}

/** Another request was faster: what the store has now must be looked at again. */
export class LostRace extends OAuthError {
  constructor() {
    super('Another request rotated this refresh token.', { code: 409 })
  }
}
