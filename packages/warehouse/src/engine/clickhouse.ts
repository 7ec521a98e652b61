import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { tokenLiteral } from '../sql/literal.ts'
import { type EngineConfig, embeddedConnections, remoteConnections } from './connections.ts'
import type { Engine, InsertFormat, Purpose, QueryOptions, TableName } from './engine.ts'
import { type FilesEngine, filesEngine, removeLeftFolders } from './files-engine.ts'
import { LIMITS, limitSettings, type PurposeLimits } from './limits.ts'
import { FIRST_PRIORITY, LAST_PRIORITY, rankSettings, recentUse } from './recent-use.ts'
import { orGone, type Stop, stopper } from './stoppable.ts'

export type { EngineConfig } from './connections.ts'

export interface EngineOptions {
  readonly limits?: Partial<Record<Purpose, PurposeLimits>>
  /** A clock that never goes back, by which the engine time of accounts is measured. */
  readonly nowMs?: () => number
}

/** Statements of this time take turns with others; only longer ones lower the priority of their account. */
const SHORT_STATEMENT_MS = 1_000

/** Opens ClickHouse. The embedded engine is loaded only when asked for; one process may hold one directory. */
export async function openEngine(config: EngineConfig, options: EngineOptions = {}): Promise<Engine> {
  const limits = { ...LIMITS, ...options.limits }
  const embedded = 'embedded' in config
  const use = recentUse(options.nowMs ?? (() => performance.now()), SHORT_STATEMENT_MS)
  const connections = embedded
    ? await embeddedConnections(config.embedded.path, use)
    : remoteConnections(config.remote, limits, use)
  const cluster = embedded ? undefined : config.remote.cluster
  const newTag = tags()
  // Beside the folder of the embedded engine, which has no files but its own.
  const filesDirectory = embedded ? `${config.embedded.path}-files` : config.remote.filesDirectory
  if (filesDirectory !== undefined) await removeLeftFolders(filesDirectory)
  const files =
    filesDirectory === undefined ? NO_FILES : filesEngine({ directory: filesDirectory, limits: limits.maintenance })
  const stopping = stopper({
    newTag,
    kill: (tag) =>
      connections.control((client) =>
        client.command({ query: `KILL QUERY WHERE Settings['log_comment'] = ${tokenLiteral(tag)} ASYNC` }),
      ),
    // The embedded engine has no connection to cut: a statement holds its thread until it ends.
    cutOnFailure: !embedded,
  })
  let pinging: Promise<void> | undefined

  /** A statement that can be stopped is marked, and its caller stops waiting when it wants to. */
  function stoppable<T>(
    purpose: Purpose,
    { share, signal }: QueryOptions,
    work: (client: ClickHouseClient, settings: string, cut: { abort_signal?: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const marked = (client: ClickHouseClient, settings: readonly string[], { tag, cut }: Stop) =>
      work(
        client,
        [...settings, `log_comment = ${tokenLiteral(tag)}`].join(', '),
        embedded ? {} : { abort_signal: cut },
      )
    const running = connections.run(purpose, { share, signal }, (client, rank) => {
      const settings = [
        ...settingsOf(limits[purpose], cluster),
        ...rankSettings(purpose === 'maintenance' ? { priority: LAST_PRIORITY } : rank),
      ]
      return signal === undefined
        ? work(client, settings.join(', '), {})
        : stopping.run(signal, (stop) => marked(client, settings, stop))
    })
    return orGone(running, signal)
  }

  async function run(statement: string, asked: QueryOptions = {}): Promise<void> {
    await stoppable(asked.purpose ?? 'maintenance', asked, (client, settings, cut) => {
      const query = takesSettings(statement) ? `${statement}\nSETTINGS ${settings}` : statement
      return client.command({ query, ...cut })
    })
  }

  return {
    kind: embedded ? 'embedded' : 'remote',
    cluster,

    rows<Row>(query: string, asked: QueryOptions = {}) {
      return stoppable(asked.purpose ?? 'report', asked, async (client, settings, cut) => {
        const result = await client.query({ query: `${query}\nSETTINGS ${settings}`, format: 'JSONEachRow', ...cut })
        return result.json<Row>()
      })
    },

    run,

    runOnFiles: (statement, asked = {}) => files.run(statement, asked),

    async insert(table, format, rows, token, columns) {
      if (rows === '') return
      const query = insertStatement(table, columns, format, [
        ...insertSettings(token, cluster),
        ...limitSettings(limits.ingest),
        // Reports of accounts with much recent use pause for it.
        ...rankSettings({ priority: FIRST_PRIORITY }),
      ])
      await connections.run('ingest', {}, async (client) => {
        const { stream } = await client.exec({ query, values: Readable.from([rows]) })
        for await (const _ of stream) {
          // Read to its end: a failure of the insert is in the body, and an unread body holds the socket.
        }
      })
    },

    version: () =>
      connections.control(async (client) => {
        const result = await client.query({ query: 'SELECT version() AS version', format: 'JSONEachRow' })
        const [row] = await result.json<{ version: string }>()
        return row?.version ?? ''
      }),

    ping() {
      // Concurrent callers share the answer, so that pings never queue.
      pinging ??= connections
        .control(async (client) => void (await client.query({ query: 'SELECT 1', format: 'JSONEachRow' })))
        .finally(() => {
          pinging = undefined
        })
      return pinging
    },

    async close() {
      await stopping.settled()
      await connections.close()
      await files.close()
    },
  }
}

const NO_FILES: FilesEngine = {
  run: () => Promise.reject(new Error('The engine was opened without `filesDirectory`, which `runOnFiles` needs.')),
  close: async () => {},
}

/** Marks of statements, unlike those of any other process on the same server. */
function tags(): () => string {
  const process = randomUUID()
  let count = 0
  return () => `footfall-${process}-${++count}`
}

/**
 * Subqueries over events are about visits, and a visit is on one shard with all its rows, so each shard can answer them
 * for itself. A replica that lags behind is passed over while there is another.
 */
const CLUSTER_READS: readonly string[] = [
  "distributed_product_mode = 'local'",
  'max_replica_delay_for_distributed_queries = 2',
]

/**
 * An insert has succeeded when every shard has its part on most of its replicas. The token goes along to the shards,
 * where it is looked up; in the background, rows would be acknowledged before they are stored safely.
 */
const CLUSTER_INSERTS: readonly string[] = [
  'distributed_foreground_insert = 1',
  "insert_quorum = 'auto'",
  'insert_quorum_timeout = 30000',
]

function settingsOf(limits: PurposeLimits, cluster: string | undefined): readonly string[] {
  return [
    'output_format_json_quote_64bit_integers = 1',
    ...limitSettings(limits),
    ...(cluster === undefined ? [] : CLUSTER_READS),
  ]
}

/** Makes a repeated block count once; also for statements that create their own rows. */
export function insertSettings(token: string, cluster: string | undefined): readonly string[] {
  return [
    `insert_deduplication_token = ${tokenLiteral(token)}`,
    'insert_deduplicate = 1',
    // Without it a repeated block is dropped from the table and added to its rollup once more.
    'deduplicate_blocks_in_dependent_materialized_views = 1',
    ...storedAtOnce(cluster),
  ]
}

/** For statements that are not repeated, whose rows may come in several blocks: stores every block. */
export function unrepeatedInsertSettings(cluster: string | undefined): readonly string[] {
  return ['insert_deduplicate = 0', ...storedAtOnce(cluster)]
}

function storedAtOnce(cluster: string | undefined): readonly string[] {
  return [
    // The server would join blocks of several callers into one, and a block and its token are no longer a pair.
    'async_insert = 0',
    ...(cluster === undefined ? [] : CLUSTER_INSERTS),
  ]
}

function insertStatement(
  table: TableName,
  columns: readonly string[] | undefined,
  format: InsertFormat,
  settings: readonly string[],
): string {
  const named = columns === undefined ? table : `${table} (${columns.join(', ')})`
  return `INSERT INTO ${named} SETTINGS ${settings.join(', ')} FORMAT ${format}`
}

/** DDL keeps its own SETTINGS clause, which is about the table. */
function takesSettings(statement: string): boolean {
  return /^\s*(INSERT|DELETE)\b/i.test(statement)
}
