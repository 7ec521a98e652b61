import { InvalidRequest } from '@footfall/core-domain'

/** The error of a question that has no meaning for several products. */
export function aboutOneProduct(reason: string): InvalidRequest {
  return new InvalidRequest([{ path: 'product', message: `must be one product: ${reason}` }])
}
