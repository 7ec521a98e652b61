import type { Context } from '../context.ts'
import { type Parameters, single } from '../http/parameters.ts'
import type { AuthorizationCode, Connection, EpochMs, RefreshToken, RevocationReason } from '../records.ts'
import { hashSecret } from '../secrets.ts'

export interface FoundRefreshToken {
  readonly token: RefreshToken
  readonly connection: Connection
}

/** The record of what a token request presents. */
export type Presented =
  | { readonly kind: 'code'; readonly code: AuthorizationCode | undefined }
  | { readonly kind: 'refresh_token'; readonly found: FoundRefreshToken | undefined }
  | { readonly kind: 'nothing' }

/**
 * Looks up the code or the refresh token of a token request, before its client is authenticated. If it was consumed
 * before, it may be stolen: its connection is revoked, whichever client presents it and whether or not the request is valid
 * (RFC 6749 §4.1.2, RFC 9700 §4.14.2).
 */
export async function lookUpPresented(context: Context, form: Parameters): Promise<Presented> {
  switch (single(form, 'grant_type')) {
    case 'authorization_code':
      return { kind: 'code', code: await lookUpCode(context, single(form, 'code')) }
    case 'refresh_token':
      return { kind: 'refresh_token', found: await lookUpRefreshToken(context, single(form, 'refresh_token')) }
    default:
      return { kind: 'nothing' }
  }
}

async function lookUpCode(context: Context, secret: string | undefined): Promise<AuthorizationCode | undefined> {
  if (secret === undefined) return undefined
  const code = await context.settings.stores.codes.find(hashSecret(secret))
  if (code?.consumedAt !== undefined) await revokeReplayed(context, code)
  return code
}

export async function lookUpRefreshToken(
  context: Context,
  secret: string | undefined,
): Promise<FoundRefreshToken | undefined> {
  if (secret === undefined) return undefined
  const { stores, now, reuseGraceMs } = context.settings
  const found = await stores.connections.findByRefreshToken(hashSecret(secret))
  if (found?.token.consumedAt !== undefined && !isWithinGrace(found, now(), reuseGraceMs))
    await revokeReused(context, found.connection)
  return found
}

/**
 * Within the grace period of the operator, the token directly before the newest is accepted again: the client may have sent
 * two requests at once, or not have received a response. Older tokens are not.
 */
export function isWithinGrace({ token, connection }: FoundRefreshToken, at: EpochMs, graceMs: number): boolean {
  if (token.consumedAt === undefined || graceMs === 0) return false
  return token.consumedAt >= at - graceMs && token.generation + 1 === connection.generation
}

export function revokeReplayed(
  context: Context,
  { connectionId }: Pick<AuthorizationCode, 'connectionId'>,
): Promise<void> {
  return revokeConnection(context, connectionId, 'code_replayed')
}

export async function revokeReused(context: Context, { id, revokedAt }: Connection): Promise<void> {
  if (revokedAt === undefined) await revokeConnection(context, id, 'refresh_token_reused')
}

async function revokeConnection({ settings }: Context, connectionId: string, because: RevocationReason): Promise<void> {
  const { stores, host, now } = settings
  if (await stores.connections.revoke(connectionId, now(), because))
    host.observe?.({ kind: 'connection_revoked', connectionId, because })
}
