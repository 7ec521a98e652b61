import type { Clock } from '@footfall/core-domain'
import {
  type AccountToken,
  NotFound,
  type Store,
  type TokenTrust,
  type TrustId,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'

/** A trust of this token. Throws `NotFound`. */
export async function trustOf(store: Store, token: AccountToken, id: TrustId): Promise<TokenTrust> {
  const trust = await store.tokenTrusts.find(id)
  if (trust?.token_id !== token.id) throw new NotFound()
  return trust
}

/** Removes a trust and revokes the tokens that it made. Returns how many were active. */
export async function removeTrust(
  { id }: TokenTrust,
  { store, clock }: { readonly store: WritableStore; readonly clock: Clock },
): Promise<number> {
  await store.tokenTrusts.remove(id)
  return store.tokens.revokeMadeBy(id, 'Its trust was removed.', timestamp(clock.now()))
}

/** The sentence of the audit log and of the answer. */
export function removalSummary({ issuer, subject }: TokenTrust, { name }: AccountToken): string {
  return `Let “${subject}” of ${issuer} no longer get children of the token “${name}”.`
}
