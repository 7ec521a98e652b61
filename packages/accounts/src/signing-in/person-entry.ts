import {
  type Account,
  type AuditEntry,
  type Clock,
  newAuditEntry,
  type RandomSource,
  type SessionId,
} from '@footfall/core-domain'
import type { PersonOrigin } from './origin.ts'

interface PersonAct {
  readonly operation: string
  readonly account: Pick<Account, 'id'>
  /** Undefined for whoever did not prove to be that person. */
  readonly session: SessionId | undefined
  readonly summary: string
  readonly changes?: AuditEntry['changes']
}

/** An audit entry of what a person does with their own account, or somebody in their name. */
export function personEntry(
  world: { readonly clock: Clock; readonly random: RandomSource },
  { operation, account, session, summary, changes = [] }: PersonAct,
  { address, requestId }: PersonOrigin,
): AuditEntry {
  return newAuditEntry(world, {
    actor: {
      kind: session === undefined ? 'anonymous' : 'session',
      credential: session,
      account: account.id,
      lineage: [],
    },
    operation,
    subject: account.id,
    summary,
    changes,
    channel: 'dashboard',
    address,
    request_id: requestId,
  })
}
