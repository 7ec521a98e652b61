import type { CredentialLimits } from '../access-limits.ts'
import type { AccountStatus } from '../entities/account.ts'
import type { AccountToken, ProductKey, ProductSelection } from '../entities/credentials.ts'
import type { OwnedProduct, ProductWithRole } from '../entities/product.ts'
import type { AccountId, ProductId, ProductKeyId, TokenId, TrustId } from '../ids.ts'
import type { StoredSecret } from '../secret.ts'
import type { Timestamp } from '../time/instant.ts'
import type { Page, PageRequest } from './paging.ts'

/** The products that a credential may see. */
export type VisibleProducts = ProductSelection

/** An account token with its account and its ancestors. */
export interface TokenRecord {
  readonly token: AccountToken
  readonly account: AccountId
  /** The tokens of a disabled account are rejected, whatever their own status. */
  readonly accountStatus: AccountStatus
  /** Ids from the root token to this one. */
  readonly lineage: readonly TokenId[]
  /** Present if a product was read with it. */
  readonly lookedUp?: ProductLookup
}

/** A product as an account sees it, read together with the credential. */
export interface ProductLookup {
  readonly id: ProductId
  /** Undefined if there is none, or the account is not a member of it. */
  readonly found: OwnedProduct<ProductWithRole> | undefined
}

/** The active descendants of a token, and the active Website API keys that it or they issued. */
export interface TokenDependents {
  readonly tokens: number
  readonly keys: number
}

export interface TokenReader {
  /** With a product, which is looked up by the same statement. */
  findByHash(secretHash: string, product?: ProductId): Promise<TokenRecord | undefined>
  /** The token and its descendants. */
  listSubtree(root: TokenId, page: PageRequest): Promise<Page<AccountToken>>
  /** Every token of the account, for its owner and the operator. */
  listForAccount(account: AccountId): Promise<readonly AccountToken[]>
  /** Active tokens of an account, or of a token and its descendants, in any order. */
  listActive(
    within: { readonly account: AccountId } | { readonly root: TokenId },
    limit: number,
  ): Promise<readonly AccountToken[]>
  /** Every token of the account in pages. */
  pageForAccount(account: AccountId, page: PageRequest): Promise<Page<AccountToken>>
  /** With a product, as in `findByHash`. */
  find(id: TokenId, product?: ProductId): Promise<TokenRecord | undefined>
  /** Counts the active tokens of the account, at any depth. */
  count(account: AccountId): Promise<number>
  dependents(id: TokenId): Promise<TokenDependents>
}

export interface TokenRepository extends TokenReader {
  /** `trust` is the one by which it was exchanged for an identity token. */
  insert(account: AccountId, token: AccountToken, secret: StoredSecret, trust?: TrustId): Promise<void>
  /** The token with this secret, if a trust made it. */
  findExchanged(secretHash: string): Promise<TokenId | undefined>
  /**
   * Revokes every active token that the trust made, and disables their dependents, with the reason. Returns how many tokens it
   * revoked.
   */
  revokeMadeBy(trust: TrustId, reason: string, at: Timestamp): Promise<number>
  /** Deletes what trusts made and had expired at that time, unless another credential descends from it. */
  purgeExchanged(expiredBy: Timestamp): Promise<void>
  /** Disables every active token of the account and returns how many had not expired. */
  disableAll(account: AccountId, reason: string, at: Timestamp): Promise<number>
  /**
   * Revokes the token and disables its dependents: every active descendant, with the reason, and every active Website API key
   * that it or they issued. Returns how many dependents were disabled.
   */
  revoke(id: TokenId, reason: string, at: Timestamp): Promise<TokenDependents>
  /** The same for the dependents only. */
  disableDependents(id: TokenId, reason: string, at: Timestamp): Promise<TokenDependents>
  /** Changes the token and increases its revision. Does not change its dependents. */
  change(
    id: TokenId,
    change: Pick<
      AccountToken,
      'name' | 'scopes' | 'products' | 'expires_at' | 'allowed_networks' | keyof CredentialLimits
    >,
    at: Timestamp,
  ): Promise<AccountToken>
  /** Replaces the secret of the token and increases its revision. */
  replaceSecret(id: TokenId, secret: StoredSecret, at: Timestamp): Promise<AccountToken>
}

export interface ProductKeyRecord {
  readonly key: ProductKey
  readonly product: ProductId
  /** The account that owns the product; undefined where nobody does. */
  readonly owner: AccountId | undefined
  /** The account that issued it; undefined where it is unknown. */
  readonly issuer: AccountId | undefined
  /** The keys that a disabled account issued are rejected. `active` where the issuer is unknown. */
  readonly issuerStatus: AccountStatus
}

/** Who issues a key: an account, and the token through which it does. */
export interface ProductKeyIssuer {
  readonly account: AccountId
  readonly token: TokenId | undefined
}

/** The oldest active keys that an account issued, and the number of all of them. */
export interface IssuedKeys {
  readonly keys: readonly ProductKey[]
  readonly count: number
}

/** A key and the product that it belongs to. */
export interface IssuedKey {
  readonly key: ProductKey
  readonly product: ProductId
}

export interface ProductKeyReader {
  list(product: ProductId, page: PageRequest): Promise<Page<ProductKey>>
  /** Those that are neither revoked, disabled nor expired, in any order. */
  listActive(product: ProductId, limit: number): Promise<readonly ProductKey[]>
  findByHash(secretHash: string): Promise<ProductKeyRecord | undefined>
  find(product: ProductId, id: ProductKeyId): Promise<ProductKey | undefined>
  /** The token that issued a key; undefined for a person. */
  issuerToken(id: ProductKeyId): Promise<TokenId | undefined>
  /** The keys that a token issued, oldest first. */
  issuedByToken(token: TokenId, limit: number): Promise<readonly IssuedKey[]>
  count(product: ProductId): Promise<number>
  /** Active keys that the account issued, itself or through its tokens, on one product or on all. */
  issuedBy(product: ProductId | undefined, account: AccountId, limit: number): Promise<IssuedKeys>
}

export interface ProductKeyRepository extends ProductKeyReader {
  /** Changes the networks of the key and increases its revision. */
  setNetworks(
    product: ProductId,
    id: ProductKeyId,
    networks: ProductKey['allowed_networks'],
    at: Timestamp,
  ): Promise<ProductKey>
  insert(
    product: ProductId,
    key: Omit<ProductKey, 'issued_by'>,
    secret: StoredSecret,
    /** The key is disabled when the membership of the account or the token ends. */
    issuer: ProductKeyIssuer | undefined,
  ): Promise<void>
  /** Revokes the key and increases the revision. */
  revoke(product: ProductId, id: ProductKeyId, at: Timestamp): Promise<ProductKey>
  /** Disables those keys with the reason, and returns how many there were. */
  disableIssuedBy(product: ProductId | undefined, account: AccountId, reason: string, at: Timestamp): Promise<number>
}
