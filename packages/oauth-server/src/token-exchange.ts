import type { IncomingMessage } from 'node:http'

/** RFC 8693 §2.1. */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'

/** What is exchanged: RFC 8693 §3. An ID token is a JWT, too. */
export type SubjectTokenType = 'urn:ietf:params:oauth:token-type:jwt' | 'urn:ietf:params:oauth:token-type:id_token'

/** A token exchange without client authentication (RFC 8693 §2.1), as its form is read. */
export interface TokenExchangeRequest {
  readonly subjectToken: string
  readonly subjectTokenType: SubjectTokenType
  /** Each once; undefined where the request names none. */
  readonly scopes: readonly string[] | undefined
  /** Absolute URIs without a fragment. */
  readonly resources: readonly string[]
  readonly audiences: readonly string[]
  /** The value of another parameter of the form, for extensions of the host. */
  parameter(name: string): string | undefined
}

export type TokenExchangeResult =
  | {
      readonly ok: true
      readonly accessToken: string
      readonly expiresInSeconds: number
      readonly scopes: readonly string[]
    }
  | {
      readonly ok: false
      readonly error: 'invalid_request' | 'invalid_scope' | 'invalid_target'
      readonly description: string
      /** For `observe`; holds no secret. */
      readonly reason: string
    }

/**
 * Revokes an access token that was exchanged, for anyone who presents it. False for a token of another kind; true also for an
 * unknown token, so that nobody learns whether it exists.
 */
export type RevokeExchangedToken = (token: string, req: IncomingMessage) => Promise<boolean>

/**
 * Verifies the token of another issuer and issues an access token of the host for it. The host decides everything: which issuers it
 * trusts, and what its access token is.
 */
export type ExchangeToken = (request: TokenExchangeRequest, req: IncomingMessage) => Promise<TokenExchangeResult>
