import type { OAuthClient } from '../clients/client.ts'
import type { Context } from '../context.ts'
import { type Parameters, single } from '../http/parameters.ts'
import type { AuthorizationCode, Connection, EpochMs } from '../records.ts'
import { hashSecret } from '../secrets.ts'
import { LIFETIME } from '../settings.ts'
import { issueTokens } from './issue.ts'
import { judgeCode } from './judge-code.ts'
import type { TokenOutcome } from './outcome.ts'

/**
 * Redeems a code. Its consumption and the connection that it begins are one step of the store, so there is no moment in
 * which a code is gone and its connection not there yet; who comes second finds a connection to revoke.
 */
export async function exchangeCode(context: Context, client: OAuthClient, form: Parameters): Promise<TokenOutcome> {
  const { issuer, resource, stores, now } = context.settings
  const presented = single(form, 'code')
  const code = presented === undefined ? undefined : await stores.codes.find(hashSecret(presented))
  const at = now()
  const verdict = judgeCode({ form, clientId: client.id, code, issuer, resource, now: at })
  switch (verdict.kind) {
    case 'refuse':
      return { ok: false, failure: verdict.failure }
    case 'replay':
      return replayed(context, verdict.code, at)
    case 'spoil':
      if (!(await stores.codes.spoil(verdict.code.hash, at))) return replayed(context, verdict.code, at)
      return { ok: false, failure: verdict.failure }
    case 'redeem':
      return redeem(context, client, verdict.code, at)
  }
}

async function redeem(
  context: Context,
  client: OAuthClient,
  code: AuthorizationCode,
  at: EpochMs,
): Promise<TokenOutcome> {
  const { stores, host } = context.settings
  const connection = connectionOf(code, at)
  const tokens = issueTokens(context.settings, connection, connection.generation, at)
  const mayRefresh = client.grantTypes.includes('refresh_token')
  const refreshToken = mayRefresh ? tokens.refresh.record : undefined
  const begun = { connection, accessToken: tokens.access.record, refreshToken }
  if (!(await stores.codes.redeem(code.hash, begun, at))) return replayed(context, code, at)
  host.observe?.({ kind: 'connection_begun', connectionId: connection.id, clientId: client.id })
  return { ok: true, tokens, scopes: connection.scopes, mayRefresh }
}

async function replayed({ settings }: Context, code: AuthorizationCode, at: EpochMs): Promise<TokenOutcome> {
  if (await settings.stores.connections.revoke(code.connectionId, at)) {
    settings.host.observe?.({
      kind: 'connection_revoked',
      connectionId: code.connectionId,
      because: 'code_replayed',
    })
  }
  return { ok: false, failure: { reason: 'code_replayed' } }
}

function connectionOf(code: AuthorizationCode, at: EpochMs): Connection {
  const { connectionId, clientId, clientName, accountId, issuer, resource, scopes, grant } = code
  return {
    id: connectionId,
    clientId,
    clientName,
    accountId,
    issuer,
    resource,
    scopes,
    grant,
    createdAt: at,
    expiresAt: at + LIFETIME.connection,
    refreshedAt: at,
    revokedAt: undefined,
    generation: 0,
  }
}
