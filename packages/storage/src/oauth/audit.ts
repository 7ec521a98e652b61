import type { Account, AccountId, AuditEntry, OutboxMail } from '@footfall/core-domain'
import type { OAuthChange } from '@footfall/oauth-server'
import type { Transaction } from 'kysely'
import { type Database, within } from '../connections/database.ts'
import { accountReader } from '../repositories/accounts.ts'
import { auditRepository } from '../repositories/audit.ts'
import { outboxRepository } from '../repositories/outbox.ts'
import type { Tables } from '../tables/tables.ts'

/**
 * Called when a store is called, in the asynchronous context of its caller. The function it returns makes the entry inside
 * the transaction, which may run in the context of another caller.
 */
export type OAuthAuditor = () => (change: OAuthChange) => AuditEntry

/** A mail about a change to the owner of the account; undefined where none is sent. */
export type OAuthNotice = (
  change: OAuthChange,
) => { readonly account: AccountId; mailTo(owner: Account): OutboxMail } | undefined

/** Writes the audit entry of a change and its mail, in the transaction that makes the change. */
export type RecordChange = (trx: Transaction<Tables>, change: OAuthChange) => Promise<void>

/** Without an auditor nothing is recorded. */
export function changeRecorder(
  database: Database,
  auditor: OAuthAuditor | undefined,
  noticeOf: OAuthNotice = () => undefined,
): () => RecordChange {
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
