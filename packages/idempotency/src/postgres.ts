import { assertFunctions } from './option-checks.ts'
import type { Claim, IdempotencyRecord, KeyRef, RetakingStore } from './records.ts'
import { entryOf, type Resolved, type Resolver } from './resolver.ts'
import type { PostgresClient } from './sql/postgres-client.ts'
import { claimValues, parseRow, requestOf } from './sql/rows.ts'
import { listValues, type Statements, statementsOn } from './sql/statements.ts'
import { ADDED_COLUMNS, schemaOf, type TableOptions, type Tables, tablesOf } from './sql/tables.ts'

export type { PooledClient, PostgresClient, PostgresPool } from './sql/postgres-client.ts'
export { postgresTransaction, type TransactionOptions } from './sql/postgres-transaction.ts'
export type { TableOptions } from './sql/tables.ts'

export interface PostgresRecords<Client extends PostgresClient>
  extends RetakingStore<Client>,
    Resolver<PostgresClient> {
  /** Creates the tables where they do not exist, and adds the columns that earlier ones lack. Several processes may do so at the same time. */
  create(): Promise<void>
}

/** The statements that create the tables, for a host that has migrations of its own. */
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
 * Records in PostgreSQL. Every method but `complete` commits by itself on a connection of the pool. `Client` is what the
 * transactions of the host give: `postgresRecords<pg.PoolClient>(pool)`.
 */
export function postgresRecords<Client extends PostgresClient = PostgresClient>(
  pool: PostgresClient,
  options: TableOptions = {},
): PostgresRecords<Client> {
  assertFunctions('pool.', pool, ['query'])
  const tables = tablesOf(options)
  const statements = statementsOn(tables)
  return {
    ...recordsOn<Client>(pool, statements),
    ...resolverOn(pool, statements),
    create: () => create(pool, tables, options),
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

function recordsOn<Client extends PostgresClient>(pool: PostgresClient, statements: Statements): RetakingStore<Client> {
  let checked = false
  const changed = async (text: string, values: unknown[], client: PostgresClient = pool) =>
    (await client.query(numbered(text), values)).rowCount ?? 0
  const find = async ({ owner, key }: KeyRef, locking = ''): Promise<IdempotencyRecord | undefined> => {
    const { rows } = await pool.query(numbered(statements.find + locking), [owner, key])
    return rows[0] && parseRow(rows[0])
  }
  const claimOrFind = async (claim: Claim): Promise<IdempotencyRecord | undefined> => {
    for (;;) {
      if ((await changed(statements.claim, claimValues(claim))) === 1) return undefined
      const held = await find(claim)
      // Otherwise the key was freed while it was asked for.
      if (held !== undefined) return held
    }
  }
  return {
    async claim(claim) {
      try {
        return await claimOrFind(claim)
      } catch {
        // The claim may have committed although its answer was lost. A second attempt then finds its own record.
        const held = await claimOrFind(claim)
        return held?.id === claim.id ? undefined : held
      }
    },
    // The lock waits for a transaction that changes the row.
    find: (ref) => find(ref, ' for share of r'),
    renew: async ({ id }, leaseUntil) => (await changed(statements.renew, [leaseUntil, id])) === 1,
    async release({ id }) {
      await changed(statements.release, [id])
    },
    async complete(tx, { id }, { result, completedAt, expiresAt }) {
      // A host that forgets the transaction forgets it each time, so the first completion tells.
      if (!checked) await assertTransaction(tx)
      checked = true
      return (await changed(statements.complete, [result, completedAt, expiresAt, id], tx)) === 1
    },
    async removeExpired({ owner, key }, now) {
      await changed(statements.removeExpired, [now, owner, key])
    },
    async purge(now) {
      const removed = await changed(statements.purge, [now])
      await changed(statements.purgeRenewals, [])
      return removed
    },
    retake: async ({ id }, { id: next, claimedAt: now, leaseUntil }) =>
      // A row that is locked is being completed; what comes of that is known when it is asked for again.
      (await changed(statements.retake(' for update skip locked'), [next, now, leaseUntil, id, now, now])) === 1,
  }
}

/** Throws unless the client has a transaction open: without one, the change and its record would commit apart. */
async function assertTransaction(tx: PostgresClient): Promise<void> {
  try {
    await tx.query('savepoint idempotency; release savepoint idempotency')
  } catch (error) {
    throw new Error('A claim can only be completed inside a transaction.', { cause: error })
  }
}

function resolverOn(pool: PostgresClient, statements: Statements): Resolver<PostgresClient> {
  const inspect = async (id: string, client: PostgresClient) => {
    const { rows } = await client.query(numbered(statements.inspect), [id])
    return rows[0] && parseRow(rows[0])
  }
  return {
    async list({ status, now, limit }) {
      const { rows } = await pool.query(numbered(statements.list(status)), [...listValues(status, now), limit])
      return rows.map((row) => entryOf(parseRow(row), now))
    },
    async inspect(id, now) {
      const record = await inspect(id, pool)
      return record && entryOf(record, now)
    },
    async resolve(id, as, at, tx = pool): Promise<Resolved> {
      const { rows } =
        as === 'executed'
          ? await tx.query(numbered(statements.keepAsExecuted), [at, id, at, at])
          : await tx.query(numbered(statements.free), [id, at, at])
      const [request] = rows
      if (request !== undefined) return { kind: 'resolved', request: requestOf(request) }
      const record = await inspect(id, tx)
      return record ? { kind: 'not_blocked', entry: entryOf(record, at) } : { kind: 'missing' }
    },
  }
}

const texts = new Map<string, string>()

/** `?` as `$1`, `$2` …, which PostgreSQL reads. */
function numbered(text: string): string {
  const known = texts.get(text)
  if (known !== undefined) return known
  let values = 0
  const made = text.replaceAll('?', () => `$${++values}`)
  texts.set(text, made)
  return made
}
