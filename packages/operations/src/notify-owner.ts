import { type SecurityEvent, securityNotice } from '@footfall/core-domain'
import type { AccountCall } from './definition/call.ts'

/** Tells the owner of the account by mail what was done in their name, in the transaction that does it. */
export async function notifyOwner(
  call: Pick<AccountCall, 'store' | 'account' | 'clock' | 'random'>,
  event: SecurityEvent,
) {
  const owner = await call.store.accounts.find(call.account)
  if (owner !== undefined) await call.store.outbox.enqueue(securityNotice(call, owner, event))
}
