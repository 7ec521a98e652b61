import {
  type Account,
  type AuditEntry,
  type Clock,
  type RandomSource,
  recordChange,
  type SessionId,
  type Transaction,
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

/** Records what a person does with their own account, or somebody in their name, in the transaction that does it. */
export function recordPersonAct(
  tx: Pick<Transaction, 'store'>,
  world: { readonly clock: Clock; readonly random: RandomSource },
  { operation, account, session, summary, changes = [] }: PersonAct,
  { address, requestId }: PersonOrigin,
): Promise<void> {
  return recordChange(tx, world, {
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
