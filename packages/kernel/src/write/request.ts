import { type AsGiven, type Fingerprint, fingerprint } from '@footfall/idempotency'
import type { Named } from '../confirmation.ts'
import type { Domain, Rules, WriteRequest } from '../domain.ts'

type Fields = Readonly<Record<string, unknown>>

/** Names the operation and its input, the same on every channel. */
export function fingerprintOf<D extends Domain>(
  rules: Rules<D>,
  { operation, resource, input }: WriteRequest<D>,
): Fingerprint {
  return fingerprint(operation.name, { ...rules.identityOf(resource), ...input })
}

/** The same for a request as the caller wrote it: with names instead of the ids that were found for them. */
export function fingerprintAsGiven(operation: string, input: Fields, given: Named['given']): Fingerprint {
  return fingerprint(operation, withoutAbsent({ ...input, ...given }))
}

/** What the record of a request keeps of its names; nothing if it has none. */
export function asGiven<D extends Domain>(
  rules: Rules<D>,
  { operation, resource, input }: WriteRequest<D>,
  named: Named | undefined,
): { readonly asGiven?: AsGiven } {
  if (named === undefined) return {}
  const given = fingerprintAsGiven(operation.name, { ...rules.identityOf(resource), ...input }, named.given)
  return { asGiven: { fingerprint: given, meant: JSON.stringify(named.meant) } }
}

function withoutAbsent(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
