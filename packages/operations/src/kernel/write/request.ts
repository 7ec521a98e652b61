import { type Fingerprint, fingerprint } from '@footfall/idempotency'
import type { Domain, Rules, WriteRequest } from '../domain.ts'

/** Names the operation and its input, the same on every channel. */
export function fingerprintOf<D extends Domain>(
  rules: Rules<D>,
  { operation, resource, input }: WriteRequest<D>,
): Fingerprint {
  return fingerprint(operation.name, { ...rules.identityOf(resource), ...input })
}
