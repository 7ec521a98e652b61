import type { AccountId, AccountToken, CredentialLimits, ProductSelection, Store } from '@footfall/core-domain'
import { instantInWords } from '@footfall/kernel'
import { isWriteScope, type Scope } from '@footfall/scopes-policy'
import { limitsText, networksText } from './limits-text.ts'

const NAMED_MAX = 5
const LISTS = new Intl.ListFormat('en', { type: 'conjunction' })

/** What scopes are about, in short. */
const ABOUT: Readonly<Record<string, string>> = {
  account: 'the account',
  products: 'the list of products',
  team: 'the team',
  keys: 'Website API keys',
  tokens: 'account tokens',
}

type Names = Readonly<Record<string, string>>

/** The names of the selected products to which the account belongs. */
export async function namesOfProducts(
  { store, account }: { readonly store: Pick<Store, 'products'>; readonly account: AccountId },
  selections: readonly ProductSelection[],
): Promise<Names> {
  const ids = [...new Set(selections.flatMap((products) => (products.mode === 'all' ? [] : products.ids)))]
  if (ids.length === 0) return {}
  const { rows } = await store.products.listFor(account, { mode: 'selected', ids }, { limit: ids.length })
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

/** “it can read statistics and settings, on “Shop”, until 31 January 2027, 00:00 UTC, read only”. */
export function accessInWords(
  {
    scopes,
    products,
    expires_at,
    allowed_networks,
    ...limits
  }: Pick<AccountToken, 'products' | 'expires_at' | 'allowed_networks'> &
    CredentialLimits & { readonly scopes: readonly Scope[] },
  names: Names,
): string {
  const ends = expires_at === null ? 'without expiry' : `until ${instantInWords(expires_at)}`
  return `it can ${scopesInWords(scopes)}, ${productsInWords(products, names)}, ${ends}${limitsText(limits)}${networksText(allowed_networks)}`
}

/** “read statistics and funnels”. */
export function scopesInWords(scopes: readonly Scope[]): string {
  const creates = scopes.includes('products:write') ? ['create products'] : []
  const about = (writes: boolean) =>
    scopes
      .filter((scope) => isWriteScope(scope) === writes && scope !== 'products:write')
      .map((scope) => scope.split(':')[0] ?? scope)
      .map((resource) => ABOUT[resource] ?? (resource === 'analytics' ? 'statistics' : resource))
  const [reads, changes] = [about(false), about(true)]
  return LISTS.format([
    ...(reads.length > 0 ? [`read ${LISTS.format(reads)}`] : []),
    ...(changes.length > 0 ? [`change ${LISTS.format(changes)}`] : []),
    ...creates,
  ])
}

/** “on “Shop” and 2 other products”: products without a name here are only counted. */
function productsInWords(products: ProductSelection, names: Names): string {
  if (products.mode === 'all') return 'on all products'
  const named = products.ids.flatMap((id) => (Object.hasOwn(names, id) ? [`“${names[id]}”`] : [])).slice(0, NAMED_MAX)
  const others = products.ids.length - named.length
  const counted = `${others} ${named.length > 0 ? 'other ' : ''}product${others === 1 ? '' : 's'}`
  return `on ${LISTS.format(others > 0 ? [...named, counted] : named)}`
}
