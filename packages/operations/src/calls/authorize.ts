import {
  CredentialNotAccepted,
  InvalidRequest,
  isProductId,
  NotFound,
  type OwnedProduct,
  PRODUCTS_PER_QUESTION_MAX,
  type ReachedProduct,
  type Store,
} from '@footfall/core-domain'
import type { RawInput } from '@footfall/kernel'
import {
  type AccountPrincipal,
  actsForAccount,
  assertPrincipalKind,
  assertRole,
  assertScope,
  assertSection,
  assertSelected,
  type Channel,
  limitsOf,
  type Principal,
} from '@footfall/scopes-policy'
import type { SeveralProducts } from '../definition/call.ts'
import type { Executable } from '../definition/operation.ts'
import { aboutOneProduct } from '../inputs/one-product.ts'
import { toolsetOf } from './toolsets.ts'

/** What limits are about. */
interface Limited {
  readonly name: string
  readonly kind: 'read' | 'write' | 'download' | 'upload'
}

/** The checks before the input. */
export async function authorize(
  operation: Limited &
    Pick<Executable, 'scope' | 'parameterScopes' | 'sharedAs' | 'role' | 'allowedPrincipals' | 'product'> & {
      readonly several?: boolean
    },
  principal: Principal,
  raw: RawInput,
  store: Store,
  channel: Channel,
) {
  assertMayCall(operation, principal, channel, raw.query)
  if (operation.product === 'none') return { reached: undefined, rest: raw }
  // A product in the query of a route that has it in its path is an unknown parameter.
  const { product, ...rest } = operation.product === 'path' ? raw.path : raw.query
  const reached = namesSeveral(product)
    ? await resolveProducts(operation, principal, product, store)
    : await resolveProduct(operation, principal, product, store)
  return { reached, rest: { ...raw, [operation.product]: rest } }
}

/** Throws unless the credential may call the operation on any product. */
export function assertMayCall(
  operation: Limited & Pick<Executable, 'scope' | 'parameterScopes' | 'sharedAs' | 'role' | 'allowedPrincipals'>,
  principal: Principal,
  channel: Channel,
  parameters: RawInput['query'],
): void {
  assertPrincipalKind(principal, operation.allowedPrincipals, channel)
  assertSection(principal, operation)
  assertWithinLimits(principal, operation)
  assertScope(principal, operation, parameters)
}

/** Applies the limits of the credential, read-only and tool groups, whatever its scopes are. */
function assertWithinLimits(principal: Principal, operation: Limited): void {
  const { readOnly, toolsets } = limitsOf(principal)
  if (readOnly && operation.kind === 'write')
    throw new CredentialNotAccepted('This credential is limited by read_only: it changes nothing.')
  if (toolsets === null) return
  const toolset = toolsetOf(operation)
  if (!toolsets.has(toolset))
    throw new CredentialNotAccepted(
      `This credential is limited by toolsets to ${[...toolsets].join(', ')}; this belongs to ${toolset}.`,
    )
}

/** What a call is on: one product, or several of which it is the first. */
export type Reached = OwnedProduct<ReachedProduct> & { readonly several?: SeveralProducts }

export const ALL_PRODUCTS = 'all'
const LISTED_MAX = 1000

/** Whether a parameter names several products. A list in JSON may have any length. */
export function namesSeveral(given: unknown): given is string | readonly unknown[] {
  return Array.isArray(given) || given === ALL_PRODUCTS || (typeof given === 'string' && given.includes(','))
}

async function resolveProducts(
  operation: Pick<Executable, 'scope' | 'role' | 'product'> & { readonly several?: boolean },
  principal: Principal,
  given: string | readonly unknown[],
  store: Store,
): Promise<Reached> {
  if (operation.several !== true) throw aboutOneProduct('this answers for one product at a time')
  if (given === ALL_PRODUCTS) return everyProduct(operation, principal, store)
  const ids = listedProducts(given)
  const [only] = ids
  if (only !== undefined && ids.length === 1) return resolveProduct(operation, principal, only, store)
  const named = ids.map((id) => {
    if (!isProductId(id)) throw new NotFound()
    assertSelected(principal, id)
    return id
  })
  // A key and a link are of one product.
  if (!actsForAccount(principal)) throw new NotFound()
  const visible = await visibleProducts(principal, store)
  return reachedSeveral(
    named.map((id) => {
      const product = visible.find((each) => each.id === id)
      if (product === undefined) throw new NotFound()
      assertRole(product, operation)
      return product
    }),
    false,
  )
}

async function everyProduct(
  operation: Pick<Executable, 'scope' | 'role' | 'product'>,
  principal: Principal,
  store: Store,
): Promise<Reached> {
  if (principal.kind === 'shared_link') throw new CredentialNotAccepted('A shared link shows one product.')
  if (!actsForAccount(principal)) {
    const { product } = await resolveProduct(operation, principal, principal.product, store)
    return reachedSeveral([product], true)
  }
  const visible = await visibleProducts(principal, store)
  for (const product of visible) assertRole(product, operation)
  return reachedSeveral(visible, true)
}

async function visibleProducts({ account, selection }: AccountPrincipal, { products }: Pick<Store, 'products'>) {
  return (await products.listFor(account, selection, { limit: LISTED_MAX })).rows
}

function reachedSeveral(products: readonly ReachedProduct[], isAll: boolean): Reached {
  const [product] = products
  if (product === undefined) throw new NotFound()
  return { product, owner: undefined, several: { products, isAll } }
}

/** The items of a list of products. Throws `InvalidRequest` for items that are empty or repeated, and for too many. */
export function listedProducts(given: string | readonly unknown[]): readonly string[] {
  const items: readonly unknown[] = typeof given === 'string' ? given.split(',') : given
  const wrong = (message: string) => new InvalidRequest([{ path: 'product', message }])
  if (items.length > PRODUCTS_PER_QUESTION_MAX)
    throw wrong(`must be at most ${PRODUCTS_PER_QUESTION_MAX} products, not ${items.length}`)
  if (items.length === 0) throw wrong('must name a product')
  const texts = items.map((item) => {
    if (typeof item !== 'string') throw wrong('must be a list of strings')
    const text = item.trim()
    if (text === '') throw wrong('has an empty item')
    if (text === ALL_PRODUCTS) throw wrong('must be all, or a list of products, not both')
    return text
  })
  const twice = texts.find((text, i) => texts.indexOf(text) !== i)
  if (twice !== undefined) throw wrong(`names ${JSON.stringify(twice.slice(0, 60))} twice`)
  return texts
}

async function resolveProduct(
  operation: Pick<Executable, 'scope' | 'role' | 'product'>,
  principal: Principal,
  named: unknown,
  store: Store,
): Promise<OwnedProduct<ReachedProduct>> {
  if (named === undefined || named === '') throw new InvalidRequest([{ path: 'product', message: 'is required' }])
  if (typeof named !== 'string') throw new InvalidRequest([{ path: 'product', message: 'must be a string' }])
  if (!isProductId(named)) throw new NotFound()
  assertSelected(principal, named)
  if (!actsForAccount(principal)) {
    // A key and a link act for no account and so have no role; the routes open to them need none.
    const reached = await store.products.findOwned(named)
    if (reached === undefined) throw new NotFound()
    return reached
  }
  const lookedUp = principal.kind === 'account_token' ? principal.lookedUp : undefined
  const reached = lookedUp?.id === named ? lookedUp.found : await store.products.findOwnedFor(principal.account, named)
  if (reached === undefined) throw new NotFound()
  assertRole(reached.product, operation)
  return reached
}
