export {
  type Coordinator,
  type CoordinatorOptions,
  createCoordinator,
  type Effect,
  type Request,
} from './coordinator.ts'
export { type Fingerprint, fingerprint } from './fingerprint.ts'
export { type IdempotencyKey, parseIdempotencyKey } from './idempotency-key.ts'
export { memoryRecords } from './memory-records.ts'
export type { ConfirmFailure, Outcome } from './outcome.ts'
export type { Claim, Completion, EpochMs, IdempotencyRecord, KeyRef, RecordStore } from './records.ts'
