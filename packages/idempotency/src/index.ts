export type { Effect, EffectIn } from './commit.ts'
export {
  type Coordinator,
  type CoordinatorOptions,
  createCoordinator,
  type OneTransactionCoordinatorOptions,
  type RetakingCoordinatorOptions,
  type SyncCoordinator,
  type SyncCoordinatorOptions,
  type SyncOneTransactionCoordinatorOptions,
} from './coordinator.ts'
export { type Fingerprint, fingerprint } from './fingerprint.ts'
export { type IdempotencyKey, parseIdempotencyKey } from './idempotency-key.ts'
export { type MemoryRecords, memoryRecords } from './memory-records.ts'
export type { ConfirmFailure, Outcome } from './outcome.ts'
export {
  type AsGiven,
  type Claim,
  type Completion,
  type EpochMs,
  type IdempotencyRecord,
  KeyHeld,
  type KeyRef,
  type OneTransactionStore,
  type RecordStore,
  type RetakingStore,
  type SyncOneTransactionStore,
  type SyncStore,
} from './records.ts'
export type { Request } from './request.ts'
export {
  entryOf,
  type RecordEntry,
  type RecordFilter,
  type RecordStatus,
  type Resolution,
  type Resolved,
  type Resolver,
} from './resolver.ts'
