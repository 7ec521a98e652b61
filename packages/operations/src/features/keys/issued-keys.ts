import type { MemberRecord, Product, ProductKey, Role, Store, Timestamp, WritableStore } from '@footfall/core-domain'
import { roleAtLeast } from '@footfall/scopes-policy'

/** The lowest role that creates Website API keys, and whose loss ends those it created. */
export const KEY_ISSUER_ROLE = 'admin' satisfies Role

/** How many keys a warning names; of the rest it gives the number. */
const NAMED_MAX = 10

/** The Website API keys that end with a membership, or with the role that may issue keys. */
export interface EndingKeys {
  /** Names each key; empty if none ends. */
  readonly warnings: readonly string[]
  /** Disables them, in the transaction that changes the membership. */
  disable(store: WritableStore, at: Timestamp): Promise<void>
}

/** The product of a call, or of an operator. */
interface OnProduct {
  readonly store: Pick<Store, 'productKeys'>
  readonly product: Pick<Product, 'id'>
}

const NO_KEYS: EndingKeys = { warnings: [], disable: async () => {} }

/**
 * The keys that the member issued, where `next` is a role that may not issue keys, or undefined for a member who is
 * removed. A key acts on the authority of who issued it, so it does not outlive that authority.
 */
export async function keysEndingWith(
  { store, product }: OnProduct,
  { account }: MemberRecord,
  next: Role | undefined,
): Promise<EndingKeys> {
  if (account === undefined || (next !== undefined && mayIssueKeys(next))) return NO_KEYS
  const { keys, count } = await store.productKeys.issuedBy(product.id, account, NAMED_MAX)
  return {
    warnings: count === 0 ? [] : [endingKeysWarning(keys, count)],
    disable: async (store, at) => {
      await store.productKeys.disableIssuedBy(product.id, account, 'member_removed', at)
    },
  }
}

function mayIssueKeys(role: Role): boolean {
  return roleAtLeast(role, KEY_ISSUER_ROLE)
}

function endingKeysWarning(keys: readonly ProductKey[], count: number): string {
  const names = keys.map(({ name, prefix }) => `“${name}” (${prefix}…)`)
  const rest = count - names.length
  const list = rest === 0 ? names.join(', ') : `${names.join(', ')} and ${rest} more`
  return count === 1
    ? `1 Website API key that they issued stops working: ${list}.`
    : `${count} Website API keys that they issued stop working: ${list}.`
}
