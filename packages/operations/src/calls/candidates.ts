import {
  FIRST_LOCAL_DATE,
  type FieldError,
  LAST_LOCAL_DATE,
  NotFound,
  type Product,
  type Store,
} from '@footfall/core-domain'
import type { RawInput } from '@footfall/kernel'
import {
  type AccountPrincipal,
  actsForAccount,
  type Channel,
  type Principal,
  type Scope,
} from '@footfall/scopes-policy'
import type { Executable } from '../definition/operation.ts'
import { type Candidate, nearCandidates } from '../inputs/near-candidates.ts'
import { authorize } from './authorize.ts'

const LISTED_MAX = 200

interface Listed {
  /** The scope that a credential needs to see the candidates. */
  readonly scope: Scope
  list(
    store: Store,
    on: { readonly product: Pick<Product, 'id'> | undefined; readonly principal: AccountPrincipal },
  ): Promise<readonly Candidate[]>
}

const page = { limit: LISTED_MAX }

/** What parameters of paths identify, by the parameter. */
const LISTS: Readonly<Record<string, Listed>> = {
  member: {
    scope: 'team:read',
    list: async (store, { product }) =>
      product === undefined
        ? []
        : (await store.members.list(product.id, page)).rows.map(({ id, email, name }) => ({
            id,
            names: called(email, name),
          })),
  },
  funnel_id: {
    scope: 'funnels:read',
    list: async (store, { product }) =>
      product === undefined
        ? []
        : (await store.funnels.list(product.id, page)).rows.map(({ id, name }) => ({ id, names: [name] })),
  },
  key_id: {
    scope: 'keys:read',
    list: async (store, { product }) =>
      product === undefined
        ? []
        : (await store.productKeys.list(product.id, page)).rows.map(({ id, name, prefix }) => ({
            id,
            names: [name, prefix],
          })),
  },
  app_id: {
    scope: 'settings:read',
    list: async (store, { product }) =>
      product === undefined
        ? []
        : (await store.apps.list(product.id)).map(({ id, name, bundle_id }) => ({ id, names: [name, bundle_id] })),
  },
  segment: {
    scope: 'content:read',
    list: async (store, { product }) =>
      product === undefined
        ? []
        : (await store.segments.list(product.id)).map(({ id, name }) => ({ id, names: [name] })),
  },
  annotation_id: {
    scope: 'content:read',
    list: async (store, { product }) =>
      product === undefined
        ? []
        : (await store.annotations.list(product.id, { from: FIRST_LOCAL_DATE, to: LAST_LOCAL_DATE }))
            .toReversed()
            .map(({ id, title }) => ({ id, names: [title] })),
  },
  alert: {
    scope: 'content:read',
    list: async (store, { product }) =>
      product === undefined ? [] : (await store.alerts.list(product.id)).map(({ id, name }) => ({ id, names: [name] })),
  },
  report: {
    scope: 'content:read',
    list: async (store, { product }) =>
      product === undefined
        ? []
        : (await store.scheduledReports.list({ product: product.id })).map(({ id, name }) => ({ id, names: [name] })),
  },
  token_id: {
    scope: 'tokens:read',
    list: async (store, { principal }) =>
      principal.kind === 'account_token'
        ? (await store.tokens.listSubtree(principal.token, page)).rows.map(({ id, name, prefix }) => ({
            id,
            names: [name, prefix],
          }))
        : [],
  },
}

/**
 * The error of a call with an unknown name or id, with the candidates that its credential may see; any other error as it is.
 * Its code and its other fields stay the same, so it does not reveal what the credential may not see.
 */
export async function withCandidates(
  error: unknown,
  operation: Executable,
  principal: Principal,
  raw: RawInput,
  store: Store,
  channel: Channel,
): Promise<unknown> {
  if (!actsForAccount(principal)) return error
  if (error instanceof NotFound && error.errors.length === 0) {
    const errors = await unknownNames(operation, principal, raw, store, channel)
    return errors.length === 0 ? error : new NotFound(errors)
  }
  return error
}

async function unknownNames(
  operation: Executable,
  principal: AccountPrincipal,
  raw: RawInput,
  store: Store,
  channel: Channel,
): Promise<readonly FieldError[]> {
  const reached = await reachedBy(operation, principal, raw, store, channel)
  if (reached === 'forbidden') return []
  if (reached === 'not_found') return productErrors('product', raw.path.product ?? raw.query.product, principal, store)
  const [param, given] = Object.entries(raw.path).find(([name]) => Object.hasOwn(LISTS, name)) ?? []
  const lists = param === undefined ? undefined : LISTS[param]
  if (param === undefined || lists === undefined || !principal.scopes.has(lists.scope)) return []
  return nearCandidates(param, given, await lists.list(store, { product: reached.product, principal }))
}

/** The candidates for the text of a product, if the credential may read products. */
export async function productErrors(
  path: string,
  given: unknown,
  { account, selection, scopes }: AccountPrincipal,
  { products }: Pick<Store, 'products'>,
): Promise<readonly FieldError[]> {
  if (!scopes.has('products:read')) return []
  const { rows } = await products.listFor(account, selection, page)
  return nearCandidates(
    path,
    given,
    rows.map(({ id, name }) => ({ id, names: [name] })),
  )
}

/** The product of the call, authorized as the call itself was. */
async function reachedBy(
  operation: Executable,
  principal: Principal,
  raw: RawInput,
  store: Store,
  channel: Channel,
): Promise<{ readonly product: Pick<Product, 'id'> | undefined } | 'not_found' | 'forbidden'> {
  try {
    const { reached } = await authorize(operation, principal, raw, store, channel)
    return { product: reached?.product }
  } catch (error) {
    return error instanceof NotFound ? 'not_found' : 'forbidden'
  }
}

function called(email: string, name: string | null | undefined): readonly string[] {
  return name === null || name === undefined || name === '' ? [email] : [email, name]
}
