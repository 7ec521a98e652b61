import {
  createCoordinator,
  fingerprint,
  type IdempotencyKey,
  type OneTransactionCoordinatorOptions,
  parseIdempotencyKey,
  type Request,
  type Resolution,
} from '@footfall/idempotency'
import type { TestDatabase } from '@footfall/testkit'
import type { ControlData } from '../open-store.ts'
import type { ControlTransaction } from '../transactional-store.ts'

let claims = 0

/** The coordinator on real records and real transactions, as a process of the service runs it. */
export function confirmations(
  database: TestDatabase,
  control: ControlData = database.control,
  options: Partial<OneTransactionCoordinatorOptions<ControlTransaction>> = {},
) {
  return createCoordinator<ControlTransaction>({
    records: control.idempotency,
    claims: 'in_transaction',
    transaction: (work) => control.store.transaction(work),
    now: () => database.clock.now(),
    newClaimId: () => `claim-${process.pid}-${++claims}`,
    ...options,
  })
}

/** Decides a blocked record in a separate transaction, as an operator does. */
export async function resolveIn({ store }: ControlData, id: string, resolution: Resolution, at: number): Promise<void> {
  await store.transaction((tx) => tx.idempotency.resolve(id, resolution, at))
}

function idempotencyKey(text: string): IdempotencyKey {
  const key = parseIdempotencyKey(text)
  if (key === undefined) throw new Error(`${text} is not a key`)
  return key
}

export function confirmed(key: string, input: unknown = 'input', owner = 'tok_1', operation = 'create'): Request {
  return { owner, key: idempotencyKey(key), operation, fingerprint: fingerprint(operation, input) }
}
