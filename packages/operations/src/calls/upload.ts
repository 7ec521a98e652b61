import { recordChange } from '@footfall/core-domain'
import type { Origin, RawInput } from '@footfall/kernel'
import type { Principal } from '@footfall/scopes-policy'
import { auditFacts } from '../audit/audit-facts.ts'
import type { Upload, UploadCall, UploadOperation, UploadServices } from '../definition/upload.ts'
import { authorizeFile } from './authorize-file.ts'

/**
 * Runs an upload. All checks are done before the first byte is read. It counts as a write against the limit of its credential.
 */
export async function upload(
  operation: UploadOperation,
  principal: Principal,
  raw: RawInput,
  services: UploadServices,
  { origin, file }: { readonly origin: Origin; readonly file: Upload },
): Promise<unknown> {
  const { call, query } = await authorizeFile(operation, principal, raw, services, origin.channel)
  await services.admitWrite(principal)
  const audit: UploadCall['audit'] = (tx, { subject, summary }) => {
    const change = { operation: operation.name, product: call.product.id, subject, summary, changes: [] }
    return recordChange(tx, services, auditFacts(call.principal, origin, change))
  }
  return operation.run({ ...call, uploads: services.uploads, upload: file, audit }, query)
}
