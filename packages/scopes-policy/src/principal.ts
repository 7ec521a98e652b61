import type { AccountId, ProductId, ProductKey, ProductKeyId, ProductSelection, TokenId } from '@footfall/core-domain'
import type { ScopeSet } from './scopes.ts'

/** An account token (`jt_`): acts for an account, within its scopes and selection and the account's current roles. */
export interface AccountTokenPrincipal {
  readonly kind: 'account_token'
  readonly token: TokenId
  readonly account: AccountId
  readonly scopes: ScopeSet
  readonly selection: ProductSelection
  /** From the root token down to this one. */
  readonly lineage: readonly TokenId[]
}

/** A Website API key (`jk_`): bound to one product, acts for nobody. */
export interface WebsiteKeyPrincipal {
  readonly kind: 'website_key'
  readonly key: ProductKeyId
  readonly keyKind: ProductKey['kind']
  readonly product: ProductId
  readonly scopes: ScopeSet
}

/** Who is calling, proven. */
export type Principal = AccountTokenPrincipal | WebsiteKeyPrincipal
export type PrincipalKind = Principal['kind']
