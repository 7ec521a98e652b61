import { ProductId } from '@footfall/core-domain'
import { CommandError } from '../errors.ts'
import type { RemoteService } from './remote-service.ts'

/** The id of a product that is given by its id or its exact name. Throws `CommandError`. */
export async function namedProduct(service: RemoteService, given: string): Promise<string> {
  if (ProductId.safeParse(given).success) return given
  const products = await service.items('service_products_list')
  const found = products.filter(({ name }) => name === given)
  const [one] = found
  if (one !== undefined && found.length === 1) return String(one.id)
  const known = products
    .slice(0, 20)
    .map(({ id, name }) => `\n  ${String(id)}  ${String(name)}`)
    .join('')
  throw new CommandError(
    `${found.length === 0 ? `There is no product “${given}”` : `Several products are named “${given}”`}; give an id:${known}`,
  )
}
