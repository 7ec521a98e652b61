import { InvalidGrantError, type OAuthError } from '@node-oauth/oauth2-server'
import { single } from '../http/parameters.ts'
import type { AuthorizationCode, EpochMs } from '../records.ts'
import { libraryFailure, type TokenFailure } from './failures.ts'
import { commonModel, type Grant, missingFailure, resourceFailure, type TokenRequest } from './grant.ts'
import { NEVER, Rejection } from './library-model.ts'
import { newConnection } from './new-connection.ts'
import { accessTokenOf, expiresInSeconds, refreshTokenOf } from './new-tokens.ts'
import { revokeReplayed } from './presented.ts'

/**
 * Redeems a code (RFC 6749 §4.1.3). The library checks PKCE and the redirect URI. The store consumes the code and adds its
 * connection in one step, so that a concurrent replay always finds the connection to revoke.
 */
export function codeGrant(request: TokenRequest, presented: AuthorizationCode | undefined): Grant {
  const { context, client, at } = request
  const { stores, host, lifetimesMs } = context.settings
  /** Set once the client of the code has presented it: from then on a rejection consumes the code. */
  let consumable: AuthorizationCode | undefined

  return {
    model: {
      ...commonModel(request),

      async getAuthorizationCode(secret) {
        const unusable = unusableCode(presented, client.id, at)
        if (presented === undefined || unusable) throw new Rejection(unusable ?? { reason: 'code_unknown' })
        consumable = presented
        const wrongTarget = targetFailure(presented, request)
        if (wrongTarget) throw new Rejection(wrongTarget)
        return {
          authorizationCode: secret,
          expiresAt: NEVER,
          redirectUri: presented.redirectUri,
          scope: [...presented.scopes],
          client: { id: presented.clientId, grants: [] },
          user: { accountId: presented.accountId },
          codeChallenge: presented.codeChallenge,
          codeChallengeMethod: 'S256',
        }
      },

      // Consumed by `saveToken`, or by `failureOf`.
      revokeAuthorizationCode: async () => true,

      async saveToken(token, libraryClient, user) {
        if (consumable === undefined) throw new InvalidGrantError('No code was presented.')
        const code = consumable
        const connection = newConnection({ ...code, id: code.connectionId }, at, lifetimesMs.connection)
        const accessToken = accessTokenOf(context.settings, token.accessToken, connection, at)
        const refreshToken = client.grantTypes.includes('refresh_token') ? token.refreshToken : undefined
        const created = {
          connection,
          accessToken,
          refreshToken:
            refreshToken === undefined ? undefined : refreshTokenOf(context.settings, refreshToken, connection, 0, at),
        }
        consumable = undefined
        if (!(await stores.codes.redeem(code.hash, created, at))) {
          await revokeReplayed(context, code)
          throw new Rejection({ reason: 'code_replayed' })
        }
        host.observe?.({ kind: 'connection_begun', connectionId: connection.id, clientId: client.id })
        return {
          accessToken: token.accessToken,
          ...(refreshToken === undefined ? {} : { refreshToken }),
          scope: [...code.scopes],
          expires_in: expiresInSeconds(accessToken),
          client: libraryClient,
          user,
        }
      },
    },

    async failureOf(error) {
      const code = consumable
      if (code === undefined)
        return error instanceof Rejection ? (incompleteFailure(request) ?? error.failure) : libraryFailure(error)
      if (!(await stores.codes.invalidate(code.hash, at))) {
        await revokeReplayed(context, code)
        return { reason: 'code_replayed' }
      }
      return error instanceof Rejection ? error.failure : failedCheck(error, request, code)
    },
  }
}

/** Why this client cannot use a code; presenting it does not change it. */
function unusableCode(code: AuthorizationCode | undefined, clientId: string, at: EpochMs): TokenFailure | undefined {
  if (code === undefined) return { reason: 'code_unknown' }
  if (code.consumedAt !== undefined) return { reason: 'code_replayed' }
  if (code.clientId !== clientId) return { reason: 'code_of_another_client' }
  return code.expiresAt <= at ? { reason: 'code_expired' } : undefined
}

/** A code is valid only for its issuer and its resource (RFC 8707 §2). */
function targetFailure(code: AuthorizationCode, request: TokenRequest): TokenFailure | undefined {
  const { issuer, resource } = request.context.settings
  if (code.issuer !== issuer) return { reason: 'code_of_another_issuer' }
  return resourceFailure(request) ?? (code.resource === resource ? undefined : { reason: 'resource_other' })
}

/**
 * Which check of the library failed: the code verifier or the redirect URI. The library returns `invalid_grant` for a missing
 * verifier and `invalid_request` for a wrong redirect URI; RFC 7636 §4.4.1 and RFC 6749 §5.2 require the opposite.
 */
function failedCheck(error: OAuthError, request: TokenRequest, code: AuthorizationCode): TokenFailure {
  const incomplete = incompleteFailure(request)
  if (incomplete) return incomplete
  if (error.name === 'invalid_grant') return { reason: 'verifier_other' }
  const isSameUri = single(request.form, 'redirect_uri') === code.redirectUri
  return { reason: isSameUri ? 'verifier_malformed' : 'redirect_uri_other' }
}

const incompleteFailure = (request: TokenRequest) =>
  missingFailure(request, 'resource', 'code_verifier', 'redirect_uri')
