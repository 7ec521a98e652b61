import { type AuditTransaction, RELEASE_VERSION } from '@footfall/core-domain'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type Database, type Dialect, within } from '../connections/database.ts'
import { auditRepository } from '../repositories/audit.ts'
import type { Tables } from '../tables/tables.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { type Migration, sqlTerms } from './migrations/migration.ts'

const TABLE = 'schema_migrations'
const LOCK_TABLE = 'schema_migration_lock'

/** Records the steps of a migration in the audit log. */
export type RecordMigration = (tx: AuditTransaction, steps: readonly string[]) => Promise<void>

/** Any constant that every version of the service shares. */
const ADVISORY_LOCK = 0x666f6f74

/** The step that makes the first tables. While it is pending, the database is not one of Footfall. */
export const FIRST_MIGRATION = '0001_control_data'

/** The database was migrated by a later version of the service, whose schema this one does not know. */
export class DatabaseTooNew extends Error {
  readonly unknown: readonly string[]
  /** The release that ran the last of these steps; undefined if an earlier release did not record it. */
  readonly release: string | undefined
  /** The two sentences of the message: what was found, and what to do. */
  readonly found: string
  readonly advice: string
  constructor(unknown: readonly string[], release?: string) {
    const found = `The database was migrated by a newer version of Footfall (it has ${unknown.join(', ')}).`
    const start = release === undefined ? 'Start that version' : `Start version ${release} or a later one`
    const advice = `${start}, or restore a backup made before it.`
    super(`${found} ${advice}`)
    this.found = found
    this.advice = advice
    this.name = 'DatabaseTooNew'
    this.unknown = unknown
    this.release = release
  }
}

/**
 * Brings the schema up to date and returns the names of the steps that ran. The check and all steps are one transaction
 * under a lock that all processes share: each step runs once, and a failed one rolls everything back. Where steps ran,
 * `record` is called in the same transaction.
 */
export function migrate(
  database: Database,
  migrations: Readonly<Record<string, Migration>> = MIGRATIONS,
  record?: RecordMigration,
  release: string = RELEASE_VERSION,
): Promise<readonly string[]> {
  return database.write.transaction().execute(async (trx) => {
    // On SQLite the transaction itself is the lock, since it begins with `begin immediate`.
    if (database.dialect === 'postgres') await run(trx, `select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
    await adoptOwnRecord(trx)
    await pendingIn(trx, migrations)

    const failures: unknown[] = []
    const migrator = migratorOf(trx, database.dialect, migrations, (error) => failures.push(error))
    const { error, results = [] } = await migrator.migrateToLatest()
    // After a failed statement PostgreSQL rejects all others, including the one that releases the migrator's lock.
    if (error !== undefined) throw failures[0] ?? error
    const steps = results.map(({ migrationName }) => migrationName)
    await recordRelease(trx, steps, release)
    if (steps.length > 0) await record?.({ store: { audit: auditRepository(within(database, trx)) } }, steps)
    return steps
  })
}

/** The names of the steps that `migrate` would run; changes nothing. Throws `DatabaseTooNew`. */
export function pendingMigrations({ read }: Database): Promise<readonly string[]> {
  return pendingIn(read, MIGRATIONS)
}

function migratorOf(
  db: Transaction<Tables>,
  dialect: Dialect,
  migrations: Readonly<Record<string, Migration>>,
  onFailure: (error: unknown) => void,
): Migrator {
  const steps = Object.entries(migrations).map(([name, { statements }]) => {
    const up = async () => {
      try {
        for (const statement of statements(sqlTerms(dialect))) await run(db, statement)
      } catch (error) {
        onFailure(error)
        throw error
      }
    }
    return [name, { up }] as const
  })
  return new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(steps) },
    migrationTableName: TABLE,
    migrationLockTableName: LOCK_TABLE,
    // Names give the order: a clock may have been set back between two upgrades.
    allowUnorderedMigrations: true,
  })
}

/** Releases before 0013 recorded the time of a step in a column of another name. */
async function adoptOwnRecord(trx: Transaction<Tables>): Promise<void> {
  const record = await recordOf(trx)
  if (record?.columns.some(({ name }) => name === 'applied_at'))
    await run(trx, `alter table ${TABLE} rename column applied_at to timestamp`)
}

async function pendingIn(
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<readonly string[]> {
  const names = Object.keys(migrations).sort()
  if ((await recordOf(db)) === undefined) return names
  const done = new Set((await db.selectFrom(TABLE).select('name').execute()).map(({ name }) => name))
  const unknown = [...done].filter((name) => !names.includes(name)).sort()
  if (unknown.length > 0) throw new DatabaseTooNew(unknown, await releaseOf(db, unknown))
  return names.filter((name) => !done.has(name))
}

async function recordOf(db: Kysely<Tables>) {
  return (await db.introspection.getTables()).find(({ name }) => name === TABLE)
}

/** Each step keeps the version of the release that ran it, so that an older release can name it. */
async function recordRelease(trx: Transaction<Tables>, steps: readonly string[], release: string): Promise<void> {
  if (!(await hasRelease(trx))) await run(trx, `alter table ${TABLE} add column release text`)
  if (steps.length > 0) await trx.updateTable(TABLE).set({ release }).where('name', 'in', steps).execute()
}

async function releaseOf(db: Kysely<Tables>, steps: readonly string[]): Promise<string | undefined> {
  if (!(await hasRelease(db))) return undefined
  const rows = await db.selectFrom(TABLE).select(['name', 'release']).where('name', 'in', steps).execute()
  return rows.toSorted((a, b) => a.name.localeCompare(b.name)).at(-1)?.release ?? undefined
}

async function hasRelease(db: Kysely<Tables>): Promise<boolean> {
  return (await recordOf(db))?.columns.some(({ name }) => name === 'release') ?? false
}

function run(db: Pick<Kysely<Tables>, 'executeQuery'>, statement: string): Promise<unknown> {
  return db.executeQuery(CompiledQuery.raw(statement))
}
