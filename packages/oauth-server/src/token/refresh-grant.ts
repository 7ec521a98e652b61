import { InvalidGrantError } from '@node-oauth/oauth2-server'
import { isSameScope } from '../scope.ts'
import { libraryFailure, type TokenFailure } from './failures.ts'
import { commonModel, type Grant, missingFailure, resourceFailure, type TokenRequest } from './grant.ts'
import { NEVER, Rejection, RotationConflict } from './library-model.ts'
import { accessTokenOf, expiresInSeconds, refreshTokenOf } from './new-tokens.ts'
import { type FoundRefreshToken, isWithinGrace, revokeReused } from './presented.ts'

/**
 * Refreshes tokens (RFC 6749 §6). The store consumes the refresh token and adds the new tokens in one step. A rejected request
 * does not consume the token, so that a wrong parameter does not cost the client its connection.
 */
export function refreshGrant(request: TokenRequest, presented: FoundRefreshToken | undefined): Grant {
  const { context, client, at } = request
  const { stores, host, reuseGraceMs } = context.settings
  let found: FoundRefreshToken | undefined

  return {
    model: {
      ...commonModel(request),

      async getRefreshToken(secret) {
        const failure = refreshFailure(presented, request)
        if (presented === undefined || failure) throw new Rejection(failure ?? { reason: 'refresh_token_unknown' })
        found = presented
        const { connection } = presented
        return {
          refreshToken: secret,
          refreshTokenExpiresAt: NEVER,
          scope: [...connection.scopes],
          client: { id: connection.clientId, grants: [] },
          user: { accountId: connection.accountId },
        }
      },

      // Consumed by `saveToken`.
      revokeToken: async () => true,

      async saveToken(token, libraryClient, user) {
        const { accessToken: access, refreshToken: refresh } = token
        if (found === undefined || refresh === undefined) throw new InvalidGrantError('No refresh token was presented.')
        const { connection } = found
        const accessToken = accessTokenOf(context.settings, access, connection, at)
        const rotated = await stores.connections.rotate({
          presented: found.token.hash,
          connectionId: connection.id,
          accessToken,
          refreshToken: refreshTokenOf(context.settings, refresh, connection, found.token.generation + 1, at),
          now: at,
          consumedSince: reuseGraceMs > 0 ? at - reuseGraceMs : undefined,
        })
        if (!rotated) throw new RotationConflict()
        host.observe?.({ kind: 'connection_refreshed', connectionId: connection.id, clientId: client.id })
        return {
          accessToken: access,
          refreshToken: refresh,
          scope: [...connection.scopes],
          expires_in: expiresInSeconds(accessToken),
          client: libraryClient,
          user,
        }
      },
    },

    async failureOf(error) {
      const failure = error instanceof Rejection ? error.failure : libraryFailure(error)
      // Also within the grace period, if another client presents it.
      if (presented && failure.reason === 'refresh_token_reused') await revokeReused(context, presented.connection)
      return error instanceof Rejection ? (missingFailure(request, 'resource') ?? failure) : failure
    },
  }
}

/** Why a refresh token cannot be used in this request. */
function refreshFailure(found: FoundRefreshToken | undefined, request: TokenRequest): TokenFailure | undefined {
  const { context, client, form, at } = request
  const { issuer, resource, reuseGraceMs } = context.settings
  if (found === undefined) return { reason: 'refresh_token_unknown' }
  const { token, connection } = found
  const ofAnotherClient = connection.clientId !== client.id
  if (token.consumedAt !== undefined && (ofAnotherClient || !isWithinGrace(found, at, reuseGraceMs)))
    return { reason: 'refresh_token_reused' }
  if (ofAnotherClient) return { reason: 'refresh_token_of_another_client' }
  if (connection.revokedAt !== undefined) return { reason: 'connection_revoked' }
  if (connection.expiresAt <= at) return { reason: 'connection_expired' }
  if (token.expiresAt <= at) return { reason: 'refresh_token_expired' }
  if (connection.issuer !== issuer || connection.resource !== resource)
    return { reason: 'refresh_token_of_another_issuer' }
  // Any other set needs new consent, although RFC 6749 §6 and the library would allow a narrower one. Empty is not omitted.
  const scope = form.get('scope')?.[0]
  const sameScope = scope === undefined || isSameScope(scope, connection.scopes)
  return resourceFailure(request) ?? (sameScope ? undefined : { reason: 'scope_other' })
}
