import type { AuditFacts, ProductId } from '@footfall/core-domain'
import type { Origin } from '@footfall/kernel'
import { type AccountPrincipal, credentialOf } from '@footfall/scopes-policy'

/** What the audit log says of a change by an account: who made it, from where, and what it was. */
export function auditFacts(
  principal: AccountPrincipal,
  { channel, address, requestId }: Origin,
  change: Pick<AuditFacts, 'operation' | 'subject' | 'summary' | 'changes' | 'idempotency_key' | 'undo'> & {
    readonly product: ProductId | undefined
  },
): AuditFacts {
  const { kind, account } = principal
  const lineage = kind === 'account_token' ? principal.lineage : []
  const actor = { kind, credential: credentialOf(principal), account, lineage }
  return { ...change, actor, channel, address, request_id: requestId }
}
