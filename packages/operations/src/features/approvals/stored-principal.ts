import { AccountId, accessLimits, ConnectionId, ProductSelection, storedLimits, TokenId } from '@footfall/core-domain'
import { type AccountPrincipal, limitsOf, scopeSet } from '@footfall/scopes-policy'
import { z } from 'zod'

const access = {
  account: AccountId,
  scopes: z.array(z.string()),
  selection: ProductSelection,
  limits: z.unknown(),
}
const StoredPrincipal = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('account_token'),
    token: TokenId,
    lineage: z.array(TokenId),
    authority: z.string(),
    ...access,
  }),
  z.object({ kind: z.literal('oauth_connection'), connection: ConnectionId, ...access }),
])

/** A credential as it was let in, without its secret. `restoredPrincipal` reads it. */
export function storedPrincipal(principal: Exclude<AccountPrincipal, { kind: 'session' }>): string {
  const { readOnly, toolsets, previewFirst, approval } = limitsOf(principal)
  const limits = {
    read_only: readOnly,
    toolsets: toolsets === null ? null : [...toolsets],
    preview_first: previewFirst,
    approval,
  }
  const { kind, account, selection } = principal
  const shared = { account, selection, scopes: [...principal.scopes], limits }
  if (kind === 'oauth_connection') return JSON.stringify({ kind, connection: principal.connection, ...shared })
  const { token, lineage, authority } = principal
  return JSON.stringify({ kind, token, lineage, authority, ...shared })
}

/** The credential that asked. Whether it is still active and unchanged is for `assertStillActive` to say. */
export function restoredPrincipal(stored: string): Exclude<AccountPrincipal, { kind: 'session' }> {
  const { scopes, limits, ...rest } = StoredPrincipal.parse(JSON.parse(stored))
  return { ...rest, scopes: scopeSet(scopes), limits: accessLimits(storedLimits(limits)) }
}
