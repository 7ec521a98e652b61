import { InvalidRequest } from '@footfall/core-domain'
import { hasTooManyParameters, PARAMETERS_MAX } from '@footfall/http-primitives'

/** Throws `InvalidRequest` for a query or a form with more parameters than are decoded. */
export function assertFewParameters(text: string, path: 'query' | 'body'): void {
  if (!hasTooManyParameters(text)) return
  throw new InvalidRequest([{ path, message: `must have at most ${PARAMETERS_MAX} parameters` }])
}
