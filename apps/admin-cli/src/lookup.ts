import {
  type Account,
  type AccountToken,
  type Product,
  ProductId,
  type Store,
  TokenId,
  type TokenRecord,
} from '@footfall/core-domain'
import { doesNotExist } from './errors.ts'

export async function tokenById(store: Store, id: string): Promise<TokenRecord> {
  const parsed = TokenId.safeParse(id)
  const record = parsed.success ? await store.tokens.find(parsed.data) : undefined
  if (record === undefined) throw doesNotExist(`The token ${id}`, '`footfall token list` lists them')
  return record
}

export async function productById(store: Store, id: string): Promise<Product> {
  const parsed = ProductId.safeParse(id)
  const product = parsed.success ? await store.products.find(parsed.data) : undefined
  if (product === undefined) throw doesNotExist(`The product ${id}`, '`footfall product list` lists them')
  return product
}

export async function accountByEmail(store: Store, email: string): Promise<Account> {
  const account = await store.accounts.findByEmail(email.trim().toLowerCase())
  if (account === undefined) throw doesNotExist(`The account ${email}`, '`footfall account list` lists them')
  return account
}

/** A token with the email of its account. */
export type OwnedToken = AccountToken & { readonly account: string }

export async function ownedTokens(store: Store, email: string | undefined): Promise<readonly OwnedToken[]> {
  const accounts = email === undefined ? await store.accounts.list() : [await accountByEmail(store, email)]
  const lists = await Promise.all(
    accounts.map(async (account) =>
      (await store.tokens.listForAccount(account.id)).map((token) => ({ account: account.email, ...token })),
    ),
  )
  return lists.flat()
}
