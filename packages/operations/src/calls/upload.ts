import { CredentialNotAccepted, NotFound, parseInput, recordChange } from '@footfall/core-domain'
import type { Origin, RawInput } from '@footfall/kernel'
import { actsForAccount, type Principal } from '@footfall/scopes-policy'
import { auditFacts } from '../audit/audit-facts.ts'
import type { Upload, UploadCall, UploadOperation, UploadServices } from '../definition/upload.ts'
import { authorize } from './authorize.ts'

/**
 * The way in of files, with the checks of `execute` in the same order; all of them are over before the first byte is read.
 * It counts as a write against the limit of its credential.
 */
export async function upload(
  operation: UploadOperation,
  principal: Principal,
  raw: RawInput,
  services: UploadServices,
  { origin, file }: { readonly origin: Origin; readonly file: Upload },
): Promise<unknown> {
  const { reached, rest } = await authorize(operation, principal, raw, services.store, origin.channel)
  if (raw.undecodable !== undefined) throw raw.undecodable
  if (!actsForAccount(principal)) throw new CredentialNotAccepted()
  const product = reached?.product
  if (product?.role === undefined) throw new NotFound()
  const input = parseInput(operation.query, rest.query)
  await services.admitWrite(principal)
  const audit: UploadCall['audit'] = (tx, { subject, summary }) => {
    const change = { operation: operation.name, product: product.id, subject, summary, changes: [] }
    return recordChange(tx, services, auditFacts(principal, origin, change))
  }
  return operation.run({ ...services, principal, account: principal.account, product, upload: file, audit }, input)
}
