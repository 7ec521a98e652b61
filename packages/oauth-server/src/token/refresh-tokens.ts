import type { OAuthClient } from '../clients/client.ts'
import type { Context } from '../context.ts'
import { type Parameters, single } from '../http/parameters.ts'
import type { Connection, EpochMs } from '../records.ts'
import { hashSecret } from '../secrets.ts'
import { issueTokens } from './issue.ts'
import { type FoundRefresh, judgeRefresh } from './judge-refresh.ts'
import type { TokenOutcome } from './outcome.ts'

/** A rotation can be lost to a rotation and then to a revocation, each of which the next look sees. */
const LOOKS_MAX = 4

/**
 * Rotates a refresh token. Who loses the race for it looks again, and is judged by what the winner left: a consumed token,
 * which ends the connection unless the operator's grace forgives it.
 */
export async function refreshTokens(context: Context, client: OAuthClient, form: Parameters): Promise<TokenOutcome> {
  const { issuer, resource, stores, now, reuseGraceMs } = context.settings
  const hash = hashSecret(single(form, 'refresh_token') ?? '')
  for (let look = 0; look < LOOKS_MAX; look++) {
    const found = await stores.connections.findByRefreshToken(hash)
    const at = now()
    const verdict = judgeRefresh({ form, clientId: client.id, found, issuer, resource, now: at, reuseGraceMs })
    if (verdict.kind === 'refuse') return { ok: false, failure: verdict.failure }
    if (verdict.kind === 'reuse') return reused(context, verdict.connection, at)
    const outcome = await rotate(context, client, verdict.found, at)
    if (outcome) return outcome
  }
  return { ok: false, failure: { reason: 'connection_revoked' } }
}

async function rotate(
  { settings }: Context,
  client: OAuthClient,
  { token, connection }: FoundRefresh,
  at: EpochMs,
): Promise<TokenOutcome | undefined> {
  const { stores, host, reuseGraceMs } = settings
  const tokens = issueTokens(settings, connection, token.generation + 1, at)
  const rotated = await stores.connections.rotate({
    presented: token.hash,
    connectionId: connection.id,
    accessToken: tokens.access.record,
    refreshToken: tokens.refresh.record,
    now: at,
    consumedSince: reuseGraceMs > 0 ? at - reuseGraceMs : undefined,
  })
  if (!rotated) return undefined
  host.observe?.({ kind: 'connection_refreshed', connectionId: connection.id, clientId: client.id })
  return { ok: true, tokens, scopes: connection.scopes, mayRefresh: true }
}

async function reused({ settings }: Context, connection: Connection, at: EpochMs): Promise<TokenOutcome> {
  if (await settings.stores.connections.revoke(connection.id, at)) {
    settings.host.observe?.({
      kind: 'connection_revoked',
      connectionId: connection.id,
      because: 'refresh_token_reused',
    })
  }
  return { ok: false, failure: { reason: 'refresh_token_reused' } }
}
