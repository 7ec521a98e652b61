import { assertFunctions } from './option-checks.ts'
import type { OneTransactionStore, RetakingStore } from './records.ts'
import type { PostgresClient } from './sql/postgres-client.ts'
import { rulesOn } from './sql/rules.ts'
import { numbered, type Outcome, runSteps, type Statement } from './sql/steps.ts'
import { type Database, recordsOn, resolverOn, type SqlResolver } from './sql/store.ts'
import { ADDED_COLUMNS, schemaOf, type TableOptions, type Tables, tablesOf } from './sql/tables.ts'

export type { PooledClient, PostgresClient, PostgresPool } from './sql/postgres-client.ts'
export { postgresTransaction, type TransactionOptions } from './sql/postgres-transaction.ts'
export type { TableOptions } from './sql/tables.ts'

export interface PostgresRecords<Client extends PostgresClient>
  extends RetakingStore<Client>,
    OneTransactionStore<Client>,
    SqlResolver<PostgresClient> {
  /** Creates the tables where they do not exist, and adds the columns that earlier ones lack. Several processes may do so at the same time. */
  create(): Promise<void>
}

const LOCK_NOT_AVAILABLE = '55P03'

/** The statements that create the tables, for a host that has its own migrations. */
export function postgresSchema(options: TableOptions = {}): string {
  return schemaOf(tablesOf(options), {
    bigint: 'bigint',
    // A completion that changes no B-tree index stays in the page of its row, so that completions of different claims do not
    // conflict in serializable transactions.
    recordsWith: ' with (fillfactor = 50)',
    indexUsing: 'using brin ',
  })
}

/**
 * Records in PostgreSQL. Every method but `claimWithin` and `complete` commits by itself on a connection of the pool. `Client` is
 * what the transactions of the host give: `postgresRecords<pg.PoolClient>(pool)`.
 */
export function postgresRecords<Client extends PostgresClient = PostgresClient>(
  pool: PostgresClient,
  options: TableOptions = {},
): PostgresRecords<Client> {
  assertFunctions('pool.', pool, ['query'])
  const tables = tablesOf(options)
  const rules = rulesOn({ ...options, dialect: 'postgres' })
  const database: Database<PostgresClient> = {
    run: (steps) => runSteps(steps(), executor(pool)),
    within: (tx, steps) => runSteps(steps(), executor(tx)),
    mayHaveCommitted: () => true,
    waitedTooLong: (error) => error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE,
  }
  let checked = false
  const within: typeof database.within = async (tx, steps) => {
    // A host that forgets the transaction forgets it each time, so checking the first claim or completion is enough.
    if (!checked) await assertTransaction(tx)
    checked = true
    return database.within(tx, steps)
  }
  return {
    ...recordsOn({ ...database, within }, rules),
    ...resolverOn(database, rules),
    create: () => create(pool, tables, options),
  }
}

function executor(client: PostgresClient): (statement: Statement) => Promise<Outcome> {
  return async ({ sql, values }) => {
    const { rows, rowCount } = await client.query(numbered(sql), [...values])
    return { rows, changed: rowCount ?? 0 }
  }
}

/** Two processes that create the same table at once would get a violation of the catalog's own constraints. */
async function create(pool: PostgresClient, { records }: Tables, options: TableOptions): Promise<void> {
  const lock = `select pg_advisory_xact_lock(hashtext('${records}'));`
  // Without values this is one request, which PostgreSQL runs as one transaction.
  await pool.query(lock + postgresSchema(options) + addedColumns(records))
}

/** An alteration blocks every reader, so it runs only if a column is missing. */
function addedColumns(records: string): string {
  const missing = ADDED_COLUMNS.map(
    (column) => `not exists (
    select from pg_attribute where attrelid = '${records}'::regclass and attname = '${column}' and not attisdropped)`,
  )
  const added = ADDED_COLUMNS.map((column) => `add column if not exists ${column} text`)
  return `do $$ begin if ${missing.join(' or ')} then alter table ${records} ${added.join(', ')}; end if; end $$;`
}

/** Throws unless the client has a transaction open: without one, the change and its record would commit apart. */
async function assertTransaction(tx: PostgresClient): Promise<void> {
  try {
    await tx.query('savepoint idempotency; release savepoint idempotency')
  } catch (error) {
    throw new Error('A claim can only be made or completed inside a transaction.', { cause: error })
  }
}
