import { CredentialNotAccepted, NotFound, parseInput } from '@footfall/core-domain'
import type { RawInput } from '@footfall/kernel'
import { actsForAccount, type Channel, type Principal } from '@footfall/scopes-policy'
import type { Services } from '../definition/call.ts'
import type { FileOperation } from '../definition/operation.ts'
import { authorize } from './authorize.ts'

/** The checks of `execute`, in the same order, for an operation that takes or returns a file. */
export async function authorizeFile(
  operation: FileOperation,
  principal: Principal,
  raw: RawInput,
  services: Services,
  channel: Channel,
) {
  const { reached, rest } = await authorize(operation, principal, raw, services.store, channel)
  if (raw.undecodable !== undefined) throw raw.undecodable
  if (!actsForAccount(principal)) throw new CredentialNotAccepted()
  const product = reached?.product
  if (product?.role === undefined) throw new NotFound()
  const call = { ...services, principal, account: principal.account, product }
  return { call, reached, rest, query: parseInput(operation.query, rest.query) }
}
