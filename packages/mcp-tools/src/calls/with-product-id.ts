import { identifyProduct } from '@footfall/operations'
import type { Caller, EndpointServices } from '../services.ts'
import type { Arguments } from '../tools/arguments.ts'
import type { PreparedTool } from '../tools/prepared-tools.ts'

/** The arguments with the id of the product that is meant, so that a call and its record are the same however it is named. */
export async function withProductId(
  { operation }: PreparedTool,
  given: Arguments,
  { principal }: Caller,
  { store }: EndpointServices,
): Promise<Arguments> {
  const product = await identifyProduct(operation, principal, given.product, store, 'mcp')
  return product === given.product ? given : { ...given, product }
}
