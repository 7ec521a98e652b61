import { hashSecret, InvalidToken, type Store, secretKind } from '@footfall/core-domain'
import { type Principal, scopeSet } from '@footfall/scopes-policy'

/** Told of every credential that was accepted, so that "last used" can be kept. */
export interface UsageObserver {
  used(kind: 'token' | 'key', id: string): void
}

export interface AuthenticationServices {
  readonly store: Store
  readonly usage: UsageObserver
}

/**
 * Who presents this secret. Looked up by its hash; what is unknown, expired, disabled or revoked is one and the same
 * refusal. Throws `InvalidToken`.
 */
export async function authenticate(presented: string, services: AuthenticationServices): Promise<Principal> {
  switch (secretKind(presented)) {
    case 'account_token':
      return accountToken(presented, services)
    case 'website_key':
      return websiteKey(presented, services)
    case 'oauth_access':
    case 'oauth_refresh':
    case undefined:
      throw new InvalidToken(true)
  }
}

async function accountToken(presented: string, { store, usage }: AuthenticationServices): Promise<Principal> {
  const record = await store.tokens.findByHash(hashSecret(presented))
  if (record === undefined || record.token.status !== 'active') throw new InvalidToken(true)
  usage.used('token', record.token.id)
  return {
    kind: 'account_token',
    token: record.token.id,
    account: record.account,
    scopes: scopeSet(record.token.scopes),
    selection: record.token.products,
    lineage: record.lineage,
  }
}

async function websiteKey(presented: string, { store, usage }: AuthenticationServices): Promise<Principal> {
  const record = await store.productKeys.findByHash(hashSecret(presented))
  if (record === undefined || record.key.status !== 'active') throw new InvalidToken(true)
  usage.used('key', record.key.id)
  return {
    kind: 'website_key',
    key: record.key.id,
    keyKind: record.key.kind,
    product: record.product,
    scopes: scopeSet(record.key.scopes),
  }
}
