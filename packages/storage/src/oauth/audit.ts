import type { Account, AccountId, AuditTransaction, OutboxMail } from '@footfall/core-domain'
import type { OAuthChange } from '@footfall/oauth-server'
import type { Executor } from '../connections/database.ts'
import { accountReader } from '../repositories/accounts.ts'
import { auditRepository } from '../repositories/audit.ts'
import { outboxRepository } from '../repositories/outbox.ts'

/**
 * Called when a store is called, in the asynchronous context of its caller. The function it returns records the change
 * inside the transaction, which may run in the context of another caller.
 */
export type OAuthAuditor = () => (tx: AuditTransaction, change: OAuthChange) => Promise<void>

/** A mail about a change to the owner of the account; undefined where none is sent. */
export type OAuthNotice = (
  change: OAuthChange,
) => { readonly account: AccountId; mailTo(owner: Account): OutboxMail } | undefined

/** Writes the audit entry of a change and its mail, in the transaction that makes the change. */
export type RecordChange = (executor: Executor, change: OAuthChange) => Promise<void>

export function changeRecorder(auditor: OAuthAuditor, noticeOf: OAuthNotice = () => undefined): () => RecordChange {
  return () => {
    const record = auditor()
    return async (executor, change) => {
      await record({ store: { audit: auditRepository(executor) } }, change)
      const notice = noticeOf(change)
      if (notice === undefined) return
      const owner = await accountReader(executor).find(notice.account)
      if (owner !== undefined) await outboxRepository(executor).enqueue(notice.mailTo(owner))
    }
  }
}
