import { type SecurityEvent, securityNotice, type WritableStore } from '@footfall/core-domain'
import type { AccountCall } from '../definition/call.ts'

/** Enqueues an email to the owner of the account about a change in their name, in the transaction of the change. */
export async function notifyOwner(
  store: Pick<WritableStore, 'accounts' | 'outbox'>,
  call: Pick<AccountCall, 'account' | 'clock' | 'random'>,
  event: SecurityEvent,
) {
  const owner = await store.accounts.find(call.account)
  if (owner !== undefined) await store.outbox.enqueue(securityNotice(call, owner, event))
}
