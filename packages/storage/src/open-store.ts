import type {
  Clock,
  LastUseRecorder,
  PaymentLedger,
  RandomSource,
  RateLimiter,
  SaltStore,
  SessionReader,
  SignInAttemptRepository,
  TrackingProfiles,
  TransactionalStore,
} from '@footfall/core-domain'
import type { OneTransactionStore } from '@footfall/idempotency'
import { type Database, type Dialect, reading } from './connections/database.ts'
import { openPostgres, type PostgresConfig, serverNow } from './connections/postgres.ts'
import { openSqlite } from './connections/sqlite.ts'
import { type EngineClaims, engineClaims } from './engine-claim.ts'
import { type ExclusiveJobs, localJobs, postgresJobs } from './exclusive-jobs.ts'
import { type IdempotencyAdmin, idempotencyAdmin } from './idempotency/admin.ts'
import { coordinatedRecords, idempotencyRecords } from './idempotency/records.ts'
import { lastUseRecorder } from './last-use.ts'
import { type OAuthData, oauthData } from './oauth/stores.ts'
import { paymentLedger } from './payments.ts'
import { type Queues, queues } from './queues.ts'
import { memoryRateLimiter, postgresRateLimiter } from './rate-limiter.ts'
import { withLocalFallback } from './rate-limiter-fallback.ts'
import { auditReader } from './repositories/audit.ts'
import { sessionReader } from './repositories/sessions.ts'
import { saltStore } from './salts.ts'
import { migrate, pendingMigrations, type RecordMigration } from './schema/migrate.ts'
import { signInAttemptRepository } from './sign-in-attempts.ts'
import { trackingProfiles } from './tracking-profiles.ts'
import { type ControlTransaction, transactionalStore } from './transactional-store.ts'

export type StoreConfig = { readonly sqlite: { readonly path: string } } | { readonly postgres: PostgresConfig }

export interface StoreDependencies {
  readonly clock: Clock
  readonly random: RandomSource
  /** Called when an idle connection failed; the pool replaces it. */
  readonly onConnectionError?: (error: Error) => void
}

/** Connections of this process to PostgreSQL. */
export interface PoolUse {
  readonly inUse: number
  readonly idle: number
  /** Statements that wait for a connection. */
  readonly waiting: number
  readonly max: number
}

/**
 * The control database behind the ports of core-domain. Writes go through `store.transaction`, except those of the ports
 * that commit by themselves, each with its reason.
 */
export interface ControlData {
  readonly dialect: Dialect
  /** Closing it closes the database for all other members too. */
  readonly store: TransactionalStore<ControlTransaction>
  readonly sessions: SessionReader
  readonly idempotencyAdmin: IdempotencyAdmin
  readonly trackingProfiles: TrackingProfiles
  readonly salts: SaltStore

  /** Commits by itself: its event is written to the warehouse, which is not part of a transaction here. */
  readonly payments: PaymentLedger
  /** Commits separately, so that the claim is certain before anything else is written. */
  readonly engineClaims: EngineClaims
  /** Commits by itself: a rejected request counts too. */
  readonly rateLimiter: RateLimiter
  /** Commits by itself: a failed attempt counts, and changes nothing else. */
  readonly signInAttempts: SignInAttemptRepository
  /** Commits by itself: requests must not wait for it. */
  readonly lastUses: LastUseRecorder
  /** Each call is one transaction; on SQLite, concurrent calls share a commit. */
  readonly oauth: OAuthData
  /** Claims and completions are part of the transaction that changes something. */
  readonly idempotency: OneTransactionStore<ControlTransaction>

  /** For work that one replica does for all. */
  readonly exclusively: ExclusiveJobs
  /** Absent on SQLite, which has no pool. */
  readonly poolUse?: () => PoolUse
  /** The clock of the database server, in epoch milliseconds. Absent on SQLite. */
  readonly serverNow?: () => Promise<number>
  /** How much work of each kind waits in the database. */
  queues(): Promise<Queues>
  /** The names of the steps that `migrate` would run; changes nothing. Throws `DatabaseTooNew`. */
  pendingMigrations(): Promise<readonly string[]>
  /**
   * Brings the schema up to date and returns the names of the steps that ran. Where some did, `record` is called in the same
   * transaction. Throws `DatabaseTooNew`.
   */
  migrate(record?: RecordMigration): Promise<readonly string[]>
}

/** Opens SQLite now and PostgreSQL when it is first used. Migrates neither. */
export function openStore(config: StoreConfig, dependencies: StoreDependencies): ControlData {
  return 'sqlite' in config ? onSqlite(config.sqlite.path, dependencies) : onPostgres(config.postgres, dependencies)
}

function onSqlite(path: string, dependencies: StoreDependencies): ControlData {
  const database = openSqlite(path)
  return compose(database, dependencies, saltStore(database, dependencies.random), memoryRateLimiter(), localJobs)
}

function onPostgres(config: PostgresConfig, dependencies: StoreDependencies): ControlData {
  const { pool, database } = openPostgres(config, dependencies.onConnectionError ?? (() => {}))
  const { clock } = dependencies
  const salts = saltStore(database, dependencies.random)
  const rateLimiter = withLocalFallback(postgresRateLimiter(pool, salts, clock), memoryRateLimiter(), clock)
  return {
    ...compose(database, dependencies, salts, rateLimiter, postgresJobs(pool)),
    poolUse: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: pool.options.max,
    }),
    serverNow: () => serverNow(pool),
  }
}

function compose(
  database: Database,
  dependencies: StoreDependencies,
  salts: SaltStore,
  rateLimiter: RateLimiter,
  exclusively: ExclusiveJobs,
): ControlData {
  const { clock } = dependencies
  const reader = reading(database)
  const records = idempotencyRecords(database)
  return {
    dialect: database.dialect,
    store: transactionalStore(database, records, dependencies),
    sessions: sessionReader(reader),
    idempotencyAdmin: idempotencyAdmin(records, auditReader(reader)),
    trackingProfiles: trackingProfiles(database, clock),
    salts,
    payments: paymentLedger(database),
    engineClaims: engineClaims(database),
    rateLimiter,
    signInAttempts: signInAttemptRepository(database),
    lastUses: lastUseRecorder(database),
    oauth: oauthData(database),
    idempotency: coordinatedRecords(records),
    exclusively,
    queues: queues(database),
    pendingMigrations: () => pendingMigrations(database),
    migrate: (record) => migrate(database, undefined, record),
  }
}
