import { InvalidRequest } from '@footfall/core-domain'
import { FIELDS_MAX, hasTooManyParameters, PARAMETERS_MAX } from '@footfall/http-primitives'

/** Throws `InvalidRequest` for a query or a form with more parameters than are decoded. */
export function assertFewParameters(text: string, path: 'query' | 'body'): void {
  const max = path === 'query' ? PARAMETERS_MAX : FIELDS_MAX
  if (hasTooManyParameters(text, max))
    throw new InvalidRequest([{ path, message: `must have at most ${max} parameters` }])
}
