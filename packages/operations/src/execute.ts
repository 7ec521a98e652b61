import { InvalidRequest, NotFound, type Product, ProductId, parseInput, type Store } from '@footfall/core-domain'
import { assertPrincipalKind, assertRole, assertScope, assertSelected, type Principal } from '@footfall/scopes-policy'
import type { Answer, Operation, ProductOperation, Services } from './definition.ts'

/** Input as an adapter found it: decoded, and otherwise untouched. */
export interface RawInput {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
}

/**
 * The single way in. Checks in the order the contract fixes: kind of credential → scope → product in selection and the
 * account a member → role → input; only then does the operation run.
 */
export async function execute(
  operation: Operation,
  principal: Principal,
  raw: RawInput,
  services: Services,
): Promise<Answer<unknown, unknown>> {
  assertPrincipalKind(principal, operation.openTo)
  assertScope(principal, operation.access)
  if (operation.product === 'none') {
    if (principal.kind !== 'account_token') throw new NotFound()
    const input = parseInput(operation.query, raw.query)
    return operation.run({ ...services, principal, account: principal.account }, input)
  }
  const { product: named, ...query } = operation.product === 'query' ? raw.query : { ...raw.query, product: undefined }
  const reference = operation.product === 'query' ? named : raw.path.product
  const product = await resolveProduct(operation, principal, reference, services.store)
  const input = parseInput(operation.query, operation.product === 'query' ? query : raw.query)
  return operation.run({ ...services, principal, product }, input)
}

async function resolveProduct(
  operation: ProductOperation,
  principal: Principal,
  reference: unknown,
  store: Store,
): Promise<Product> {
  if (reference === undefined || reference === '')
    throw new InvalidRequest([{ path: 'product', message: 'is required' }])
  const id = ProductId.safeParse(reference)
  if (!id.success) throw new NotFound()
  assertSelected(principal, id.data)
  if (principal.kind === 'website_key') {
    const product = await store.products.find(id.data)
    if (product === undefined) throw new NotFound()
    return product
  }
  const product = await store.products.findFor(principal.account, id.data)
  if (product === undefined) throw new NotFound()
  assertRole(product, operation.access)
  return product
}
