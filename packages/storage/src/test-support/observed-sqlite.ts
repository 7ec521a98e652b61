import SqliteFile from 'better-sqlite3'
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely'
import type { Executor } from '../connections/database.ts'
import type { StoreConfig } from '../open-store.ts'
import type { Tables } from '../tables/tables.ts'

export interface ObservedWork<T> {
  readonly result: T
  /** How many rows the statements returned, before anything was made of them. */
  readonly rows: number
  /** What SQLite says about how it finds the rows of each statement. */
  readonly plans: readonly string[]
}

/** Runs work of a repository on a file of SQLite, and shows what its statements read. Nothing that it changes is kept. */
export async function observedOnSqlite<T>(
  config: StoreConfig,
  work: (executor: Executor) => Promise<T>,
): Promise<ObservedWork<T>> {
  if (!('sqlite' in config)) throw new TypeError('Only SQLite is observed.')
  const file = new SqliteFile(config.sqlite.path)
  const queries: CompiledQuery[] = []
  let rows = 0
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: file }),
    log: ({ query }) => void queries.push(query),
    plugins: [
      {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          rows += result.rows.length
          return result
        },
      },
    ],
  })
  const run: Executor['run'] = (query) => db.executeQuery(query)
  const statement = (running: Promise<void>) => running
  try {
    file.exec('begin')
    const result = await work({ dialect: 'sqlite', db, run, later: statement, ahead: statement })
    const plans = queries.map(({ sql, parameters }) => {
      const steps = file.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...parameters)
      return steps.map(({ detail }) => detail).join('\n')
    })
    return { result, rows, plans }
  } finally {
    file.exec('rollback')
    await db.destroy()
  }
}
