import { NotFound, type Product, parseInput, recordChange } from '@footfall/core-domain'
import type { Origin, RawInput } from '@footfall/kernel'
import type { Principal } from '@footfall/scopes-policy'
import { auditFacts } from '../audit/audit-facts.ts'
import type { Download, DownloadOperation, DownloadServices } from '../definition/download.ts'
import { authorizeFile } from './authorize-file.ts'
import { shareOf } from './call-reports.ts'

/**
 * Runs a download. The audit log records it when the first byte is read, and before that byte is made. It counts as a write against the
 * limit of its credential, since it adds an entry to the audit log.
 */
export async function download(
  operation: DownloadOperation,
  principal: Principal,
  raw: RawInput,
  services: DownloadServices,
  { origin, signal }: { readonly origin: Origin; readonly signal: AbortSignal },
): Promise<Download> {
  const { call, reached, rest, query } = await authorizeFile(operation, principal, raw, services, origin.channel)
  const input = { ...query, ...(operation.body && parseInput(operation.body, rest.body?.())) }
  await services.admitWrite(principal)
  const { exports } = services
  const file = await operation.run({ ...call, exports, share: shareOf(principal, reached), signal }, input)
  const { summary, filename } = file
  const change = { operation: operation.name, product: call.product.id, subject: filename, summary, changes: [] }
  const facts = auditFacts(call.principal, origin, change)
  const body = recorded(file.body, () => services.transaction((tx) => recordChange(tx, services, facts)))
  return { ...file, body: ofExisting(call.product, body, services) }
}

async function* recorded(body: Download['body'], record: () => Promise<void>): Download['body'] {
  await record()
  yield* body
}

/** Throws at the end if the product was deleted meanwhile: the rest of its events may be gone, and the file would look complete. */
async function* ofExisting(
  { id }: Pick<Product, 'id'>,
  body: Download['body'],
  { store }: Pick<DownloadServices, 'store'>,
): Download['body'] {
  yield* body
  if ((await store.products.find(id)) === undefined) throw new NotFound()
}
