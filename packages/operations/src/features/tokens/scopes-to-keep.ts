import { type AccountToken, type Clock, InvalidRequest, type Store } from '@footfall/core-domain'
import { type Scope, scopeSet } from '@footfall/scopes-policy'
import { UNUSED_AFTER_DAYS, unusedScopes } from './unused-scopes.ts'

/**
 * What a token keeps when it is shrunk: the scopes that are asked for, or those that it used in the last 30 days. Throws
 * `InvalidRequest` where it keeps none, or loses none.
 */
export async function scopesToKeep(
  token: AccountToken,
  asked: readonly Scope[] | undefined,
  { store, clock }: { readonly store: Pick<Store, 'scopeUses'>; readonly clock: Clock },
): Promise<readonly Scope[]> {
  const scopes = asked ?? (await usedScopes(token, store, clock))
  assertFewer(token, scopes)
  return scopes
}

async function usedScopes(
  token: AccountToken,
  store: Pick<Store, 'scopeUses'>,
  clock: Clock,
): Promise<readonly Scope[]> {
  const unused = unusedScopes(token, await store.scopeUses.ofToken(token.id), clock.now())
  return [...scopeSet(token.scopes)].filter((scope) => !unused.includes(scope))
}

function assertFewer({ scopes: held }: AccountToken, scopes: readonly Scope[]): void {
  const reject = (message: string) => new InvalidRequest([{ path: 'scopes', message }])
  const beyond = scopes.filter((scope) => !held.includes(scope))
  if (beyond.length > 0) throw reject(`must be among those of the token; it does not have ${beyond.join(', ')}`)
  if (scopes.length === 0)
    throw reject(`must keep at least one; none was used for ${UNUSED_AFTER_DAYS} days, so revoke the token instead`)
  if (scopes.length === held.length)
    throw reject(`must be fewer than the token has; none is known to be unused for ${UNUSED_AFTER_DAYS} days`)
}
