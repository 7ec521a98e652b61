import type { Account } from './entities/account.ts'
import type { Store, WritableStore } from './ports/store.ts'
import type { EndedCredentials } from './security-notice.ts'
import { type Timestamp, timestamp } from './time/instant.ts'

/** Counts the active credentials of an account that work without its password. */
export async function countCredentials(
  { tokens, productKeys, connectedApps }: Pick<Store, 'tokens' | 'productKeys' | 'connectedApps'>,
  { id }: Pick<Account, 'id'>,
  now: Timestamp,
): Promise<EndedCredentials> {
  const [issued, active, connections] = await Promise.all([
    productKeys.issuedBy(undefined, id, 1),
    tokens.count(id),
    connectedApps.count(id, now),
  ])
  return { tokens: active, keys: issued.count, connections }
}

/**
 * Ends every account token, issued Website API key and connected app of the account: somebody who knew the old password may
 * have made them. Run it in the transaction that sets the new password.
 */
export async function endCredentials(
  { tokens, productKeys, connectedApps }: Pick<WritableStore, 'tokens' | 'productKeys' | 'connectedApps'>,
  { id }: Pick<Account, 'id'>,
  nowMs: number,
): Promise<EndedCredentials> {
  const at = timestamp(nowMs)
  const keys = await productKeys.disableIssuedBy(undefined, id, 'password_changed', at)
  return {
    tokens: await tokens.disableAll(id, 'The password of its account was changed.', at),
    keys,
    connections: await connectedApps.revokeAll(id, at),
  }
}

/** The changes of a new password, for the audit log: how many sessions were signed out and how many credentials ended. */
export function passwordChanges(signedOut: number, ended: EndedCredentials | undefined) {
  const counts = { sessions: signedOut, ...ended }
  return Object.entries(counts).map(([path, from]) => ({
    path,
    from,
    to: path === 'sessions' ? 'signed out' : 'ended',
  }))
}
