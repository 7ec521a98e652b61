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
  /** Undefined where the person was not authenticated. */
  readonly session: SessionId | undefined
  readonly summary: string
  readonly changes?: AuditEntry['changes']
}

/** Writes the audit entry of an action of a person on their own account, in its transaction. */
export function recordPersonAct(
  tx: Pick<Transaction, 'store'>,
  dependencies: { readonly clock: Clock; readonly random: RandomSource },
  { operation, account, session, summary, changes = [] }: PersonAct,
  { address, requestId }: PersonOrigin,
): Promise<void> {
  return recordChange(tx, dependencies, {
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
