import { ProductId } from '@footfall/core-domain'
import { CommandError } from '../errors.ts'
import { calledLike } from '../lookup.ts'
import type { Fields, RemoteService } from './remote-service.ts'

/** A product, or several: as the service takes it, and the name if it was given by that. */
export interface NamedProduct {
  readonly id: string
  readonly name?: string
}

/** The product that is given by its id or its name. Throws `CommandError`. */
export async function namedProduct(service: RemoteService, given: string): Promise<NamedProduct> {
  if (ProductId.safeParse(given).success) return { id: given }
  return productIn(await service.items('service_products_list'), given)
}

/** The same for a question that may be about several products: ids and names separated by commas, or `all`. */
export async function namedProducts(service: RemoteService, given: string): Promise<NamedProduct> {
  const parts = given.split(',').map((part) => part.trim())
  if (given === 'all' || parts.every((part) => ProductId.safeParse(part).success)) return { id: given }
  const products = await service.items('service_products_list')
  // A name may have a comma in it.
  if (parts.length === 1 || calledLike(products, given).length > 0) return productIn(products, given)
  return {
    id: parts.map((part) => (ProductId.safeParse(part).success ? part : productIn(products, part).id)).join(','),
  }
}

function productIn(products: readonly Fields[], given: string): NamedProduct {
  const found = calledLike(products, given)
  const [one] = found
  if (one !== undefined && found.length === 1) return { id: String(one.id), name: String(one.name) }
  if (found.length > 1)
    throw new CommandError(`Several products are named “${given}”; give the id of one:${listOf(found)}`)
  throw new CommandError(
    `The product “${given}” does not exist, or the token does not reach it. ${products.length === 0 ? 'It reaches no product.' : `It reaches:${listOf(products)}`}`,
    'not_found',
  )
}

function listOf(products: readonly Fields[]): string {
  return products
    .slice(0, 20)
    .map(({ id, name }) => `\n  ${String(id)}  ${String(name)}`)
    .join('')
}
