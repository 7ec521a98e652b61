import { CredentialNotAccepted, NotFound, parseInput, recordChange } from '@footfall/core-domain'
import type { Origin, RawInput } from '@footfall/kernel'
import { actsForAccount, type Principal } from '@footfall/scopes-policy'
import { auditFacts } from '../audit/audit-facts.ts'
import type { Download, DownloadOperation, DownloadServices } from '../definition/download.ts'
import { authorize } from './authorize.ts'
import { shareOf } from './call-reports.ts'

/**
 * The way in to files, with the checks of `execute` in the same order. The audit log says that a file was made before its
 * first byte is; until that is asked for, nothing happens.
 */
export async function download(
  operation: DownloadOperation,
  principal: Principal,
  raw: RawInput,
  services: DownloadServices,
  { origin, signal }: { readonly origin: Origin; readonly signal: AbortSignal },
): Promise<Download> {
  const { reached, rest } = await authorize(operation, principal, raw, services.store, origin.channel)
  if (raw.undecodable !== undefined) throw raw.undecodable
  if (!actsForAccount(principal)) throw new CredentialNotAccepted()
  const product = reached?.product
  if (product?.role === undefined) throw new NotFound()
  const input = {
    ...parseInput(operation.query, rest.query),
    ...(operation.body && parseInput(operation.body, rest.body?.())),
  }
  const call = {
    ...services,
    principal,
    account: principal.account,
    product,
    share: shareOf(principal, reached),
    signal,
  }
  const file = await operation.run(call, input)
  const { summary, filename } = file
  const change = { operation: operation.name, product: product.id, subject: filename, summary, changes: [] }
  const facts = auditFacts(principal, origin, change)
  return { ...file, body: recorded(file.body, () => services.transaction((tx) => recordChange(tx, services, facts))) }
}

async function* recorded(body: Download['body'], record: () => Promise<void>): Download['body'] {
  await record()
  yield* body
}
