import {
  type Account,
  type AccountToken,
  type Product,
  ProductId,
  type Store,
  TokenId,
  type TokenRecord,
} from '@footfall/core-domain'
import { CommandError, doesNotExist, noProduct } from './errors.ts'

export async function tokenById(store: Store, id: string): Promise<TokenRecord> {
  const parsed = TokenId.safeParse(id)
  const record = parsed.success ? await store.tokens.find(parsed.data) : undefined
  if (record === undefined) throw doesNotExist(`The token ${id}`, '`footfall token list` lists them')
  return record
}

/** The product of an id, or else of a name. Throws `CommandError`. */
export async function productNamed(store: Store, given: string): Promise<Product> {
  const parsed = ProductId.safeParse(given)
  const product = parsed.success ? await store.products.find(parsed.data) : undefined
  if (product !== undefined) return product
  const [found, ...others] = calledLike(await store.products.all(), given)
  if (found === undefined) throw noProduct(given)
  if (others.length > 0)
    throw new CommandError(`Several products are named “${given}”; \`footfall product list\` shows their ids.`)
  return found
}

/** Those of exactly this name; otherwise those whose name differs in case only. */
export function calledLike<Named extends { readonly name?: unknown }>(
  products: readonly Named[],
  given: string,
): readonly Named[] {
  const exact = products.filter(({ name }) => name === given)
  const folded = given.toLowerCase()
  return exact.length > 0 ? exact : products.filter(({ name }) => String(name).toLowerCase() === folded)
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
