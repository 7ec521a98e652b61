import {
  InvalidRequest,
  PRODUCTS_PER_QUESTION_MAX,
  ProductId,
  type ProductWithRole,
  type Store,
} from '@footfall/core-domain'
import { type AccountPrincipal, actsForAccount, type Channel, type Principal, selects } from '@footfall/scopes-policy'
import type { Executable } from '../definition/operation.ts'
import { HostnameInput } from '../inputs/hostname.ts'
import { ALL_PRODUCTS, assertMayCall, listedProducts, namesSeveral } from './authorize.ts'

const CANDIDATES_SHOWN = 10
/** The longest hostname; names are shorter. */
const TEXT_MAX = 253
const LIST_MAX = PRODUCTS_PER_QUESTION_MAX * (TEXT_MAX + 1)

/** An operation whose product a caller names. */
type Named = Parameters<typeof assertMayCall>[0] & Pick<Executable, 'product'> & { readonly several?: boolean }

/**
 * The id of the product that a caller means: by its id, by a hostname of its domains, by its exact name, or by nothing if
 * the credential sees one product. If nothing matches it returns what was given, which `execute` rejects like every
 * unknown id: whether a product exists outside the selection does not show.
 *
 * Throws `InvalidRequest` for `product`, with the candidates, where several fit: with their names where the credential may
 * read products, and otherwise by their ids only.
 */
export async function identifyProduct(
  operation: Named,
  principal: Principal,
  given: unknown,
  { products }: Pick<Store, 'products'>,
  channel: Channel,
): Promise<unknown> {
  if (operation.product === 'none') return given
  assertMayCall(operation, principal, channel, {})
  if (!actsForAccount(principal)) return given
  const { account, selection, scopes } = principal
  const named = scopes.has('products:read')
  const limit = CANDIDATES_SHOWN + 1
  if (given === undefined) {
    const { rows } = await products.listFor(account, selection, { limit })
    return onlyOne(rows, 'is required, since this credential sees several products', named) ?? given
  }
  if (Array.isArray(given) && operation.several === true)
    return identifyEach(operation, principal, listedProducts(given), products, channel)
  if (
    typeof given !== 'string' ||
    given === '' ||
    given.length > (operation.several ? LIST_MAX : TEXT_MAX) ||
    given.includes('\0')
  )
    return given
  const isList = operation.several === true && namesSeveral(given)
  if (isList && given === ALL_PRODUCTS) return given
  const id = ProductId.safeParse(given)
  if (id.success && selects(selection, id.data) && (await products.findFor(account, id.data))) return id.data
  const hostname = HostnameInput.safeParse(given)
  const text = { name: given.slice(0, TEXT_MAX + 1), hostname: hostname.success ? hostname.data : undefined }
  // A name may have a comma in it.
  const whole = onlyOne(await products.listCalled(account, selection, text, limit), 'fits several products', named)
  return whole ?? (isList ? identifyEach(operation, principal, listedProducts(given), products, channel) : given)
}

/** The ids of several products, each meant by its id, a hostname or its name. */
async function identifyEach(
  operation: Named,
  principal: AccountPrincipal,
  given: readonly string[],
  products: Store['products'],
  channel: Channel,
): Promise<string> {
  const ids: unknown[] = []
  for (const item of given)
    ids.push(await identifyProduct({ ...operation, several: false }, principal, item, { products }, channel))
  return ids.join(',')
}

function onlyOne(found: readonly ProductWithRole[], problem: string, named: boolean): ProductId | undefined {
  const [first, ...others] = found
  if (first === undefined || others.length === 0) return first?.id
  const shown = found.slice(0, CANDIDATES_SHOWN).map(({ id, name }) => (named ? `“${name}” (${id})` : id))
  const more = found.length > shown.length ? ' and more' : ''
  throw new InvalidRequest([
    {
      path: 'product',
      message: `${problem}: ${shown.join(', ')}${more}; give the id of one`,
      did_you_mean: found.slice(0, 3).map(({ id }) => id),
    },
  ])
}
