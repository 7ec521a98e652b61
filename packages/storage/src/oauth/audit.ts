import type { Account, AccountId, AuditEntry, OutboxMail } from '@footfall/core-domain'
import type { OAuthChange } from '@footfall/oauth-server'
import type { Transaction } from 'kysely'
import { type Database, within } from '../connections/database.ts'
import { accountReader } from '../repositories/accounts.ts'
import { auditRepository } from '../repositories/audit.ts'
import { outboxRepository } from '../repositories/outbox.ts'
import type { Tables } from '../tables/tables.ts'

/**
 * Called when a store is called, in the asynchronous context of its caller; what it answers makes the entry of the change,
 * inside the transaction, which may run in the context of another caller.
 */
export type OAuthAuditor = () => (change: OAuthChange) => AuditEntry

/** A mail about a change to the person behind the account, or undefined where there is nothing to say. */
export type OAuthNotice = (
  change: OAuthChange,
) => { readonly account: AccountId; mailTo(owner: Account): OutboxMail } | undefined

/** Enters a change into the audit log, and what is mailed about it into the outbox, in the transaction that makes it. */
export type EnterChange = (trx: Transaction<Tables>, change: OAuthChange) => Promise<void>

/** Begins what a call of a store enters. Without an auditor nothing is entered. */
export function entering(
  database: Database,
  auditor: OAuthAuditor | undefined,
  noticeOf: OAuthNotice = () => undefined,
): () => EnterChange {
  if (auditor === undefined) return () => async () => {}
  return () => {
    const entryOf = auditor()
    return async (trx, change) => {
      const executor = within(database, trx)
      await auditRepository(executor).append(entryOf(change))
      const notice = noticeOf(change)
      if (notice === undefined) return
      const owner = await accountReader(executor).find(notice.account)
      if (owner !== undefined) await outboxRepository(executor).enqueue(notice.mailTo(owner))
    }
  }
}
