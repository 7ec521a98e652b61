import { isRecord, ProductId } from '@footfall/core-domain'
import { CommandError } from '../errors.ts'
import { readRequest } from './operations.ts'
import type { RemoteService } from './remote-service.ts'

/** Every page of a list. */
export async function everyItem(
  service: RemoteService,
  operation: string,
  given: Readonly<Record<string, string>> = {},
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const items: Readonly<Record<string, unknown>>[] = []
  let cursor: string | undefined
  do {
    const { body } = await service.api(readRequest(operation, { ...given, limit: '200', cursor }))
    if (Array.isArray(body.data)) items.push(...body.data.filter(isRecord))
    const next = isRecord(body.page) ? body.page.next_cursor : undefined
    cursor = typeof next === 'string' ? next : undefined
  } while (cursor !== undefined)
  return items
}

/** The id of a product that is given by its id or its exact name. Throws `CommandError`. */
export async function namedProduct(service: RemoteService, given: string): Promise<string> {
  if (ProductId.safeParse(given).success) return given
  const products = await everyItem(service, 'service_products_list')
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
