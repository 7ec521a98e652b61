export type { Effect, EffectIn } from './commit.ts'
export {
  type Coordinator,
  type CoordinatorOptions,
  createCoordinator,
  type Request,
  type RetakingCoordinatorOptions,
  type SyncCoordinator,
  type SyncCoordinatorOptions,
} from './coordinator.ts'
export { type Fingerprint, fingerprint } from './fingerprint.ts'
export { type IdempotencyKey, parseIdempotencyKey } from './idempotency-key.ts'
export { type MemoryRecords, memoryRecords } from './memory-records.ts'
export type { ConfirmFailure, Outcome } from './outcome.ts'
export type {
  AsGiven,
  Claim,
  Completion,
  EpochMs,
  IdempotencyRecord,
  KeyRef,
  RecordStore,
  RetakingStore,
  SyncStore,
} from './records.ts'
export {
  entryOf,
  type RecordEntry,
  type RecordFilter,
  type RecordStatus,
  type Resolution,
  type Resolved,
  type Resolver,
} from './resolver.ts'
