import { InvalidGrantError, type OAuthError } from '@node-oauth/oauth2-server'
import { type Parameters, single } from '../http/parameters.ts'
import type { AuthorizationCode, EpochMs } from '../records.ts'
import { LIFETIME } from '../settings.ts'
import { libraryFailure, type TokenFailure } from './failures.ts'
import { commonModel, type Grant, resourceFailure, type TokenRequest } from './grant.ts'
import { NEVER, Refusal } from './library-model.ts'
import { newConnection } from './new-connection.ts'
import { accessTokenOf, refreshTokenOf, secondsOf } from './new-tokens.ts'
import { endReplayed } from './presented.ts'

/**
 * The exchange of a code (RFC 6749 §4.1.3). The library holds PKCE and the redirect URI. The code's consumption and the
 * connection that it begins are one step of the store, so there is no moment in which the code is gone and its connection
 * not there yet: who comes second finds a connection to end.
 */
export function codeGrant(request: TokenRequest, presented: AuthorizationCode | undefined): Grant {
  const { context, client, form, at } = request
  const { stores, host } = context.settings
  /** From here to its redemption, a refusal consumes the code: its client has presented it. */
  let consumable: AuthorizationCode | undefined

  return {
    model: {
      ...commonModel(request),

      async getAuthorizationCode(secret) {
        const unusable = unusableCode(presented, client.id, at)
        if (presented === undefined || unusable) throw new Refusal(unusable ?? { reason: 'code_unknown' })
        consumable = presented
        const misdirected = misdirectedCode(presented, request)
        if (misdirected) throw new Refusal(misdirected)
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

      // Consumed by `saveToken`, or by `refused`.
      revokeAuthorizationCode: async () => true,

      async saveToken(token, libraryClient, user) {
        if (consumable === undefined) throw new InvalidGrantError('No code was presented.')
        const code = consumable
        const connection = newConnection({ ...code, id: code.connectionId }, at, LIFETIME.connection)
        const accessToken = accessTokenOf(token.accessToken, connection, at)
        const refreshToken = client.grantTypes.includes('refresh_token') ? token.refreshToken : undefined
        const begun = {
          connection,
          accessToken,
          refreshToken: refreshToken === undefined ? undefined : refreshTokenOf(refreshToken, connection, 0, at),
        }
        consumable = undefined
        if (!(await stores.codes.redeem(code.hash, begun, at))) {
          await endReplayed(context, code)
          throw new Refusal({ reason: 'code_replayed' })
        }
        host.observe?.({ kind: 'connection_begun', connectionId: connection.id, clientId: client.id })
        return {
          accessToken: token.accessToken,
          ...(refreshToken === undefined ? {} : { refreshToken }),
          scope: [...code.scopes],
          expires_in: secondsOf(accessToken),
          client: libraryClient,
          user,
        }
      },
    },

    async refused(error) {
      const code = consumable
      if (code === undefined) return error instanceof Refusal ? error.failure : libraryFailure(error)
      if (!(await stores.codes.invalidate(code.hash, at))) {
        await endReplayed(context, code)
        return { reason: 'code_replayed' }
      }
      return error instanceof Refusal ? error.failure : nameOfRule(error, form, code)
    },
  }
}

/** Why a code cannot be exchanged by this client; such a presentation leaves it as it is. */
function unusableCode(code: AuthorizationCode | undefined, clientId: string, at: EpochMs): TokenFailure | undefined {
  if (code === undefined) return { reason: 'code_unknown' }
  if (code.consumedAt !== undefined) return { reason: 'code_replayed' }
  if (code.clientId !== clientId) return { reason: 'code_of_another_client' }
  return code.expiresAt <= at ? { reason: 'code_expired' } : undefined
}

/** Audience substitution (RFC 8707 §2): a code is good at the issuer and for the resource that it was asked for. */
function misdirectedCode(code: AuthorizationCode, request: TokenRequest): TokenFailure | undefined {
  const { issuer, resource } = request.context.settings
  if (code.issuer !== issuer) return { reason: 'code_of_another_issuer' }
  return resourceFailure(request) ?? (code.resource === resource ? undefined : { reason: 'resource_other' })
}

/**
 * The library refused the verifier or the redirect URI. It answers `invalid_grant` to a missing verifier and
 * `invalid_request` to another redirect URI, where RFC 7636 §4.4.1 and RFC 6749 §5.2 have it the other way round.
 */
function nameOfRule(error: OAuthError, form: Parameters, code: AuthorizationCode): TokenFailure {
  if (single(form, 'code_verifier') === undefined) return { reason: 'verifier_missing' }
  if (error.name === 'invalid_grant') return { reason: 'verifier_other' }
  const redirectUri = single(form, 'redirect_uri')
  if (redirectUri === undefined) return { reason: 'redirect_uri_missing' }
  return redirectUri === code.redirectUri ? { reason: 'verifier_malformed' } : { reason: 'redirect_uri_other' }
}
