import { type Account, InvalidToken, type SessionId } from '@footfall/core-domain'
import type { AccountCall } from '../../definition/index.ts'

/** The account of the signed-in person. */
export async function ownAccount({ store, account }: Pick<AccountCall, 'store' | 'account'>): Promise<Account> {
  const found = await store.accounts.find(account)
  if (found === undefined) throw new InvalidToken(true)
  return found
}

/** With the session in which the person acts. */
export async function actingPerson(call: AccountCall): Promise<Account & { readonly session: SessionId }> {
  if (call.principal.kind !== 'session') throw new InvalidToken(true)
  return { ...(await ownAccount(call)), session: call.principal.session }
}
