import type { AccountStatus } from '../entities/account.ts'
import type { AccountToken, ProductKey, ProductSelection } from '../entities/credentials.ts'
import type { AccountId, ProductId, ProductKeyId, TokenId } from '../ids.ts'
import type { StoredSecret } from '../secret.ts'
import type { Timestamp } from '../time/instant.ts'
import type { Page, PageRequest } from './paging.ts'

/** Narrows a list of products to what a credential may see. */
export type VisibleProducts = ProductSelection

/** An account token together with whose it is and the tokens it descends from, nearest first. */
export interface TokenRecord {
  readonly token: AccountToken
  readonly account: AccountId
  /** Of that account: a disabled one’s tokens are refused, whatever they say of themselves. */
  readonly accountStatus: AccountStatus
  /** Ids from the root token down to this one, this one included. */
  readonly lineage: readonly TokenId[]
}

/** What hangs on a token: active tokens below it, and active product keys issued by it or by them. */
export interface TokenDependents {
  readonly tokens: number
  readonly keys: number
}

export interface TokenReader {
  findByHash(secretHash: string): Promise<TokenRecord | undefined>
  /** The token and everything that descends from it. */
  listSubtree(root: TokenId, page: PageRequest): Promise<Page<AccountToken>>
  /** Every token of the account, for its owner and the operator. */
  listForAccount(account: AccountId): Promise<readonly AccountToken[]>
  /** The same in pages. */
  pageForAccount(account: AccountId, page: PageRequest): Promise<Page<AccountToken>>
  find(id: TokenId): Promise<TokenRecord | undefined>
  /** Tokens of the account that are active, at any depth. */
  count(account: AccountId): Promise<number>
  dependents(id: TokenId): Promise<TokenDependents>
}

export interface TokenRepository extends TokenReader {
  insert(account: AccountId, token: AccountToken, secret: StoredSecret): Promise<void>
  /** Disables every active token of the account, at any depth, and answers how many of them had not expired. */
  disableAll(account: AccountId, reason: string, at: Timestamp): Promise<number>
  /**
   * Revokes the token; in the same step disables every active token below it, with the reason, and every active product
   * key that it or one of them issued. Answers how many fell with it.
   */
  revoke(id: TokenId, reason: string, at: Timestamp): Promise<TokenDependents>
  /** The same for what hangs on the token, which itself stays as it is. */
  disableDependents(id: TokenId, reason: string, at: Timestamp): Promise<TokenDependents>
  /** Sets what a person may change and counts the revision up. What hangs on the token is not touched. */
  change(
    id: TokenId,
    change: Pick<AccountToken, 'name' | 'scopes' | 'products' | 'expires_at'>,
    at: Timestamp,
  ): Promise<AccountToken>
  /** Gives the token another secret, so that nothing finds it by the old one, and counts the revision up. */
  replaceSecret(id: TokenId, secret: StoredSecret, at: Timestamp): Promise<AccountToken>
}

export interface ProductKeyRecord {
  readonly key: ProductKey
  readonly product: ProductId
  /** The account that issued it; undefined where that is not known. */
  readonly issuer: AccountId | undefined
  /** Of that account, where it is known: the keys that a disabled one issued are refused. */
  readonly issuerStatus: AccountStatus
}

/** Who issues a key: an account, through one of its tokens where a machine asks. */
export interface ProductKeyIssuer {
  readonly account: AccountId
  readonly token: TokenId | undefined
}

/** The active keys that an account issued: the oldest of them, and how many there are. */
export interface IssuedKeys {
  readonly keys: readonly ProductKey[]
  readonly count: number
}

export interface ProductKeyReader {
  list(product: ProductId, page: PageRequest): Promise<Page<ProductKey>>
  findByHash(secretHash: string): Promise<ProductKeyRecord | undefined>
  find(product: ProductId, id: ProductKeyId): Promise<ProductKey | undefined>
  /** Keys of the product that are active. */
  count(product: ProductId): Promise<number>
  /** Active keys that the account issued, itself or through any of its tokens: on one product, or on all. */
  issuedBy(product: ProductId | undefined, account: AccountId, limit: number): Promise<IssuedKeys>
}

export interface ProductKeyRepository extends ProductKeyReader {
  insert(
    product: ProductId,
    key: Omit<ProductKey, 'issued_by'>,
    secret: StoredSecret,
    /** Whose end disables the key: the account’s membership and, where there is one, the token. */
    issuer: ProductKeyIssuer | undefined,
  ): Promise<void>
  /** Ends the key for good and counts the revision up. */
  revoke(product: ProductId, id: ProductKeyId, at: Timestamp): Promise<ProductKey>
  /** Disables those keys with the reason given, and answers how many there were. */
  disableIssuedBy(product: ProductId | undefined, account: AccountId, reason: string, at: Timestamp): Promise<number>
}
