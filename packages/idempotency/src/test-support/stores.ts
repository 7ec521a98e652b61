import Database from 'better-sqlite3'
import pg from 'pg'
import { type Coordinator, createCoordinator, type Effect, fingerprint, parseIdempotencyKey } from '../index.ts'
import { postgresRecords, postgresTransaction } from '../postgres.ts'
import { sqliteRecords, sqliteTransaction } from '../sqlite.ts'

/** Where a process may stop in a transaction that holds its claim. */
export const POINTS = ['before the transaction', 'after the effect', 'before the commit', 'after the commit'] as const
export type Point = (typeof POINTS)[number]

/** A database in which each execution of a key leaves a row, as one process of a service uses it. */
export interface Opened {
  create(): Promise<void>
  /** Executes once per key. `stall` runs in the transaction, after the change. */
  confirm(
    key: string,
    now: number,
    options?: { readonly retaking?: boolean; stall?(): Promise<void> | void },
  ): Promise<{ readonly kind: string }>
  /** The same with the claim in the transaction. `at` runs at each point. */
  confirmTogether(key: string, now: number, at?: (point: Point) => void): Promise<{ readonly kind: string }>
  executions(key: string): Promise<number>
  resolve(key: string, as: 'executed' | 'not-executed', at: number): Promise<{ readonly kind: string }>
  close(): Promise<void>
}

const made = { answer: 'done', result: '"done"' } satisfies Effect<string>
const settings = (now: number) => ({ now: () => now, newClaimId: () => crypto.randomUUID(), waitMs: 0 })

function requestOf(text: string) {
  const key = parseIdempotencyKey(text.replaceAll(' ', '-'))
  if (key === undefined) throw new Error(`${text} is not a key.`)
  return { owner: 'me', key, operation: 'o', fingerprint: fingerprint('o', {}) }
}

/** `target` is a connection string of PostgreSQL or the path of a SQLite file. */
export function openTarget(target: string): Opened {
  return target.startsWith('postgres') ? openPostgres(target) : openSqlite(target)
}

function openPostgres(connectionString: string): Opened {
  const pool = new pg.Pool({ connectionString, max: 4 })
  // Dropping the database ends connections that are still closing.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const records = postgresRecords<pg.PoolClient>(pool)
  const transaction = postgresTransaction<pg.PoolClient>(pool)
  return {
    async create() {
      await records.create()
      await pool.query('create table executions (key text)')
    },
    confirm(key, now, { retaking = false, stall } = {}) {
      const coordinator: Coordinator<pg.PoolClient> = retaking
        ? createCoordinator({ records, transaction, effects: 'in_transaction', ...settings(now) })
        : createCoordinator({ records, transaction, ...settings(now) })
      return coordinator.confirm(requestOf(key), async (tx) => {
        await tx.query('insert into executions values ($1)', [key])
        await stall?.()
        return made
      })
    },
    confirmTogether(key, now, at = () => {}) {
      const coordinator = createCoordinator<pg.PoolClient>({
        ...{ records, claims: 'in_transaction', ...settings(now), waitMs: 10_000 },
        async transaction(work) {
          at('before the transaction')
          const done = await transaction(async (tx) => {
            const worked = await work(tx)
            at('before the commit')
            return worked
          })
          at('after the commit')
          return done
        },
      })
      return coordinator.confirm(requestOf(key), async (tx) => {
        await tx.query('insert into executions values ($1)', [key])
        at('after the effect')
        return made
      })
    },
    async executions(key) {
      return (await pool.query('select from executions where key = $1', [key])).rowCount ?? 0
    },
    async resolve(key, as, at) {
      return records.resolve((await records.find(requestOf(key)))?.id ?? '', as, at)
    },
    close: () => pool.end(),
  }
}

function openSqlite(path: string): Opened {
  const db = new Database(path)
  db.pragma('journal_mode = wal')
  const records = sqliteRecords(db)
  const atomically = sqliteTransaction(db)
  return {
    async create() {
      await records.create()
      db.exec('create table executions (key text)')
    },
    confirm(key, now, { retaking = false, stall } = {}) {
      const effects = retaking ? 'in_transaction' : 'anywhere'
      return createCoordinator({ records, atomically, effects, ...settings(now) }).confirm(requestOf(key), (tx) => {
        tx.prepare('insert into executions values (?)').run(key)
        stall?.()
        return made
      })
    },
    confirmTogether(key, now, at = () => {}) {
      const coordinator = createCoordinator<typeof db>({
        ...{ records, claims: 'in_transaction', ...settings(now) },
        atomically(work) {
          at('before the transaction')
          const done = atomically((tx) => {
            const worked = work(tx)
            at('before the commit')
            return worked
          })
          at('after the commit')
          return done
        },
      })
      return coordinator.confirm(requestOf(key), (tx) => {
        tx.prepare('insert into executions values (?)').run(key)
        at('after the effect')
        return made
      })
    },
    executions: async (key) => db.prepare('select key from executions where key = ?').all(key).length,
    async resolve(key, as, at) {
      return records.resolve((await records.find(requestOf(key)))?.id ?? '', as, at)
    },
    async close() {
      db.close()
    },
  }
}
