import type { AuditActor } from '@footfall/core-domain'
import { type AccountPrincipal, credentialOf } from '@footfall/scopes-policy'

export function auditActor(principal: AccountPrincipal): AuditActor {
  return {
    kind: principal.kind,
    credential: credentialOf(principal),
    account: principal.account,
    lineage: principal.kind === 'account_token' ? principal.lineage : [],
  }
}
