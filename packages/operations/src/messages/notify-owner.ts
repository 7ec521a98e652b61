import { type SecurityEvent, securityNotice, type WritableStore } from '@footfall/core-domain'
import type { AccountCall } from '../definition/call.ts'

/** Tells the owner of the account by mail what was done in their name, in the transaction that does it. */
export async function notifyOwner(
  store: Pick<WritableStore, 'accounts' | 'outbox'>,
  call: Pick<AccountCall, 'account' | 'clock' | 'random'>,
  event: SecurityEvent,
) {
  const owner = await store.accounts.find(call.account)
  if (owner !== undefined) await store.outbox.enqueue(securityNotice(call, owner, event))
}
