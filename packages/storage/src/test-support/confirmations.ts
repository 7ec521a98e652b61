import type { Store, TransactionalStore } from '@footfall/core-domain'
import {
  type CoordinatorOptions,
  createCoordinator,
  fingerprint,
  type IdempotencyKey,
  parseIdempotencyKey,
  type Request,
} from '@footfall/idempotency'
import type { TestDatabase } from '@footfall/testkit'
import type { ControlData } from '../open-store.ts'

let claims = 0

/** The coordinator on real records and real transactions, as a process of the service runs it. */
export function confirmations(
  database: TestDatabase,
  control: ControlData = database.control,
  options: Partial<CoordinatorOptions<Store>> = {},
) {
  const transaction: TransactionalStore['transaction'] = (work) => control.store.transaction(work)
  return createCoordinator<Store>({
    records: control.idempotency,
    transaction,
    now: () => database.clock.now(),
    newClaimId: () => `claim-${process.pid}-${++claims}`,
    ...options,
  })
}

function idempotencyKey(text: string): IdempotencyKey {
  const key = parseIdempotencyKey(text)
  if (key === undefined) throw new Error(`${text} is not a key`)
  return key
}

export function confirmed(key: string, input: unknown = 'input', owner = 'tok_1', operation = 'create'): Request {
  return { owner, key: idempotencyKey(key), operation, fingerprint: fingerprint(operation, input) }
}
