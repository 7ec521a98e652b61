import { InvalidScopeError } from '@node-oauth/oauth2-server'
import { parseScope } from '../scope.ts'
import { randomId } from '../secrets.ts'
import { libraryFailure } from './failures.ts'
import { commonModel, type Grant, resourceFailure, type TokenRequest } from './grant.ts'
import { Rejection } from './library-model.ts'
import { newConnection } from './new-connection.ts'
import { accessTokenOf, expiresInSeconds, refreshTokenOf } from './new-tokens.ts'

/** A grant type of the host: its class decides whether tokens are issued and for whom. The tokens get their own connection. */
export function extendedGrant(request: TokenRequest): Grant {
  const { context, client, at } = request
  const { stores, host, randomBytes, grantable, issuer, resource, lifetimesMs } = context.settings
  const common = commonModel(request)

  const grantableScopes = (scope: readonly string[] | undefined) => {
    const parsed = parseScope(scope?.join(' '), grantable)
    if (!parsed.ok) throw new InvalidScopeError('scope is required and must name only scopes that can be granted.')
    return [...parsed.scopes]
  }

  return {
    model: {
      ...common,

      async getClient(id, secret) {
        const failure = resourceFailure(request)
        if (failure) throw new Rejection(failure)
        return common.getClient(id, secret)
      },

      validateScope: async (_user, _client, scope) => grantableScopes(scope),

      async saveToken(token, libraryClient, user) {
        const { accessToken: access, accessTokenExpiresAt, refreshToken, refreshTokenExpiresAt, ...attributes } = token
        const { accountId, grant } = user
        if (typeof accountId !== 'string' || grant === undefined)
          throw new TypeError('A grant type must save tokens for a user with `accountId` and `grant`.')
        const scopes = grantableScopes(token.scope)
        const refresh = client.grantTypes.includes('refresh_token') ? refreshToken : undefined
        const connection = newConnection(
          {
            id: `con_${randomId(randomBytes)}`,
            clientId: client.id,
            clientName: client.name,
            accountId,
            issuer,
            resource,
            scopes,
            grant,
          },
          at,
          // Without a refresh token the connection is useless once the access token has expired.
          refresh === undefined ? Math.min(lifetimesMs.accessToken, lifetimesMs.connection) : lifetimesMs.connection,
        )
        const accessToken = accessTokenOf(context.settings, access, connection, at)
        await stores.connections.begin({
          connection,
          accessToken,
          refreshToken:
            refresh === undefined ? undefined : refreshTokenOf(context.settings, refresh, connection, 0, at),
        })
        host.observe?.({ kind: 'connection_begun', connectionId: connection.id, clientId: client.id })
        return {
          ...attributes,
          accessToken: access,
          ...(refresh === undefined ? {} : { refreshToken: refresh }),
          scope: scopes,
          expires_in: expiresInSeconds(accessToken),
          client: libraryClient,
          user,
        }
      },
    },

    failureOf: async (error) => (error instanceof Rejection ? error.failure : libraryFailure(error)),
  }
}
