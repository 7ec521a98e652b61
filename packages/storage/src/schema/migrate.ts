import { type AuditEntry, type Clock, timestamp } from '@footfall/core-domain'
import { CompiledQuery, type Kysely } from 'kysely'
import { type Database, within } from '../connections/database.ts'
import { auditRepository } from '../repositories/audit.ts'
import { accountRecovery } from './account-recovery.ts'
import { controlData } from './control-data.ts'
import { dashboard } from './dashboard.ts'
import { keyIssuers } from './key-issuers.ts'
import type { Migration } from './migration.ts'
import { oauth } from './oauth.ts'
import { productPurges } from './product-purges.ts'
import { registrationNetworks } from './registration-networks.ts'
import { searchConsole } from './search-console.ts'
import { sessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import type { Tables } from './tables.ts'
import { writes } from './writes.ts'

/** All steps, oldest first. */
const MIGRATIONS: readonly Migration[] = [
  controlData,
  writes,
  sessions,
  oauth,
  productPurges,
  dashboard,
  searchConsole,
  registrationNetworks,
  keyIssuers,
  signIn,
  accountRecovery,
]

/** Any constant serves; every version of the service must use the same. */
const ADVISORY_LOCK = 0x666f6f74

/** The database was migrated by a later version of the service, whose schema this one does not know. */
export class DatabaseTooNew extends Error {
  readonly unknown: readonly string[]
  constructor(unknown: readonly string[]) {
    super(
      `The database was migrated by a newer version of Footfall (it has ${unknown.join(', ')}). Start that version, or restore a backup made before it.`,
    )
    this.name = 'DatabaseTooNew'
    this.unknown = unknown
  }
}

/**
 * Brings the schema up to date and answers which steps ran. Check and steps are one transaction under a lock that all
 * processes share, so that each step runs once however many start together, and a failed one leaves nothing behind. The
 * audit entry of `entryOf` is part of it, where steps ran.
 */
export function migrate(
  database: Database,
  clock: Clock,
  migrations: readonly Migration[] = MIGRATIONS,
  entryOf?: (steps: readonly string[]) => AuditEntry,
): Promise<readonly string[]> {
  return database.write.transaction().execute(async (trx) => {
    const run = (sql: string) => trx.executeQuery(CompiledQuery.raw(sql))
    // On SQLite the transaction itself is the lock: it began as a writing one.
    if (database.dialect === 'postgres') await run(`select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
    await run('create table if not exists schema_migrations (name text primary key, applied_at text not null)')

    const pending = await notDone(trx, migrations)
    for (const migration of pending) {
      for (const statement of migration.statements(database.dialect)) await run(statement)
      await trx
        .insertInto('schema_migrations')
        .values({ name: migration.name, applied_at: timestamp(clock.now()) })
        .execute()
    }
    const steps = pending.map(({ name }) => name)
    if (entryOf !== undefined && steps.length > 0) await auditRepository(within(database, trx)).append(entryOf(steps))
    return steps
  })
}

/** The steps that `migrate` would run; changes nothing. Throws `DatabaseTooNew`. */
export async function pendingMigrations({ read }: Database): Promise<readonly string[]> {
  const begun = (await read.introspection.getTables()).some(({ name }) => name === 'schema_migrations')
  return (begun ? await notDone(read, MIGRATIONS) : MIGRATIONS).map(({ name }) => name)
}

async function notDone(database: Kysely<Tables>, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const rows = await database.selectFrom('schema_migrations').select('name').execute()
  const done = new Set(rows.map(({ name }) => name))
  const unknown = [...done].filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0) throw new DatabaseTooNew(unknown.sort())
  return migrations.filter((migration) => !done.has(migration.name))
}
