import { Readable } from 'node:stream'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { Engine, InsertFormat, Purpose, QueryOptions, TableName } from './engine.ts'
import { withPassingFailures } from './failures.ts'
import { tokenLiteral } from './literal.ts'

/** Where ClickHouse is: a directory of this machine, or a server. */
export type EngineConfig =
  | { readonly embedded: { readonly path: string } }
  | { readonly remote: { readonly url: string; readonly database?: string; readonly cluster?: string | undefined } }

export interface PurposeLimits {
  readonly maxExecutionSeconds: number
  readonly maxMemoryBytes: number
}
export interface EngineOptions {
  readonly limits?: Partial<Record<Purpose, PurposeLimits>>
}

const GIB = 1024 ** 3
const LIMITS: Readonly<Record<Purpose, PurposeLimits>> = {
  ingest: { maxExecutionSeconds: 60, maxMemoryBytes: 2 * GIB },
  report: { maxExecutionSeconds: 15, maxMemoryBytes: 2 * GIB },
  maintenance: { maxExecutionSeconds: 3600, maxMemoryBytes: 4 * GIB },
}
/** In process a connection runs one statement at a time; more than four gain nothing on a small machine. */
const EMBEDDED_CONNECTIONS: Readonly<Record<Purpose, number>> = { ingest: 1, report: 2, maintenance: 1 }
const REMOTE_CONNECTIONS: Readonly<Record<Purpose, number>> = { ingest: 4, report: 16, maintenance: 2 }
/** The client gives up on a silent server a little after the server should have given up on the query. */
const REMOTE_GRACE_MS = 5000

/** Opens ClickHouse. The embedded engine is loaded only when asked for; one process may hold one directory. */
export async function openEngine(config: EngineConfig, options: EngineOptions = {}): Promise<Engine> {
  const limits = { ...LIMITS, ...options.limits }
  const pools = 'embedded' in config ? await embeddedPools(config.embedded.path) : remotePools(config.remote, limits)
  const client = (purpose: Purpose) => pools[purpose].run
  const cluster = 'embedded' in config ? undefined : config.remote.cluster
  const settings = (purpose: Purpose) => settingsText(limits[purpose], cluster === undefined ? [] : CLUSTER_READS)

  return {
    kind: 'embedded' in config ? 'embedded' : 'remote',
    cluster,

    rows<Row>(query: string, { purpose = 'report', signal }: QueryOptions = {}) {
      const text = `${query}\nSETTINGS ${settings(purpose)}`
      return client(purpose)(async (connection) => {
        const result = await connection.query({ query: text, format: 'JSONEachRow', ...abort(signal) })
        return result.json<Row>()
      })
    },

    async run(statement, { purpose = 'maintenance', signal } = {}) {
      const query = takesSettings(statement) ? `${statement}\nSETTINGS ${settings(purpose)}` : statement
      await client(purpose)((connection) => connection.command({ query, ...abort(signal) }))
    },

    async insert(table, format, rows, token) {
      if (rows === '') return
      const query = insertStatement(table, format, [...insertSettings(token, cluster), ...limitSettings(limits.ingest)])
      await client('ingest')(async (connection) => {
        const { stream } = await connection.exec({ query, values: Readable.from([rows]) })
        for await (const _ of stream) {
          // Read to its end: a failure of the insert is in the body, and an unread body holds the socket.
        }
      })
    },

    async ping() {
      await client('report')((connection) => connection.query({ query: 'SELECT 1', format: 'JSONEachRow' }))
    },

    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()))
    },
  }
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
 * where it is looked up; in the background, rows would be acknowledged before they are anywhere safe.
 */
const CLUSTER_INSERTS: readonly string[] = [
  'distributed_foreground_insert = 1',
  "insert_quorum = 'auto'",
  'insert_quorum_timeout = 30000',
]

function limitSettings({ maxExecutionSeconds, maxMemoryBytes }: PurposeLimits): readonly string[] {
  return [`max_execution_time = ${maxExecutionSeconds}`, `max_memory_usage = ${maxMemoryBytes}`]
}

function settingsText(limits: PurposeLimits, more: readonly string[]): string {
  return ['output_format_json_quote_64bit_integers = 1', ...limitSettings(limits), ...more].join(', ')
}

/** What makes a block count once, however often it comes; also for statements that make their rows themselves. */
export function insertSettings(token: string, cluster: string | undefined): readonly string[] {
  return [
    `insert_deduplication_token = ${tokenLiteral(token)}`,
    'insert_deduplicate = 1',
    // Without it a repeated block is dropped from the table and added to its rollup once more.
    'deduplicate_blocks_in_dependent_materialized_views = 1',
    // The server would join blocks of several callers into one, and a block and its token are no longer a pair.
    'async_insert = 0',
    ...(cluster === undefined ? [] : CLUSTER_INSERTS),
  ]
}

function insertStatement(table: TableName, format: InsertFormat, settings: readonly string[]): string {
  return `INSERT INTO ${table} SETTINGS ${settings.join(', ')} FORMAT ${format}`
}

/** DDL keeps its own SETTINGS clause, which is about the table. */
function takesSettings(statement: string): boolean {
  return /^\s*(INSERT|DELETE)\b/i.test(statement)
}

function abort(signal: AbortSignal | undefined) {
  return signal ? { abort_signal: signal } : {}
}

/** Failures reach the log once, through the errors thrown; the client would add the statements. */
const SILENT = { level: ClickHouseLogLevel.OFF }

type PluggableConnection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>

/** The two packages declare one and the same interface, each in a copy of its own. */
function pluggable(connection: { close(): Promise<void> }): PluggableConnection {
  return connection as unknown as PluggableConnection
}

type Pools = Readonly<Record<Purpose, ClientPool>>

/**
 * Goals and filters are the callers' and come as hexadecimal, so statements grow well beyond the usual 256 KiB. How
 * long a statement may be is decided before its SETTINGS clause is read; hence once per connection.
 */
const PARSER_LIMITS = { max_query_size: String(32 * 1024 * 1024), max_ast_elements: '1000000' }

async function embeddedPools(path: string): Promise<Pools> {
  const { createChdbConnection } = await import('chdb/connection').catch((error: unknown) => {
    throw new Error('The embedded engine is the package chdb, which is not installed.', { cause: error })
  })
  const limits = Object.entries(PARSER_LIMITS).map(([name, value]) => `${name} = ${value}`)
  const connect = async () => {
    const client = createClient({ connection: pluggable(createChdbConnection({ path })), log: SILENT })
    await client.command({ query: `SET ${limits.join(', ')}` })
    return client
  }
  const open = async (purpose: Purpose) =>
    clientPool(await Promise.all(Array.from({ length: EMBEDDED_CONNECTIONS[purpose] }, connect)), 1)
  return { ingest: await open('ingest'), report: await open('report'), maintenance: await open('maintenance') }
}

function remotePools(
  { url, database }: { url: string; database?: string },
  limits: Readonly<Record<Purpose, PurposeLimits>>,
): Pools {
  const open = (purpose: Purpose) =>
    clientPool(
      [
        createClient({
          url,
          ...(database === undefined ? {} : { database }),
          application: 'footfall',
          log: SILENT,
          request_timeout: limits[purpose].maxExecutionSeconds * 1000 + REMOTE_GRACE_MS,
          max_open_connections: REMOTE_CONNECTIONS[purpose],
          clickhouse_settings: PARSER_LIMITS,
        }),
      ],
      Number.POSITIVE_INFINITY,
    )
  return { ingest: open('ingest'), report: open('report'), maintenance: open('maintenance') }
}

interface ClientPool {
  readonly run: <T>(work: (client: ClickHouseClient) => Promise<T>) => Promise<T>
  close(): Promise<void>
}

/**
 * Shares clients out, each to at most so many statements at once; further ones wait here. An embedded connection runs
 * one at a time anyway, and a statement that waited inside it would hold one of the few threads that Node also syncs
 * the ingest log with: eight callers of reports brought collecting from thousands of events a second to a hundred.
 */
function clientPool(clients: readonly ClickHouseClient[], atOnceMax: number): ClientPool {
  const members = clients.map((client) => ({ client, running: 0 }))
  const waiting: (() => void)[] = []
  const free = () => {
    const member = members.reduce((best, next) => (next.running < best.running ? next : best))
    return member.running < atOnceMax ? member : undefined
  }
  async function take() {
    for (;;) {
      const member = free()
      if (member !== undefined) {
        member.running++
        return member
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  return {
    async run(work) {
      const member = await take()
      try {
        return await withPassingFailures(() => work(member.client))
      } finally {
        member.running--
        waiting.shift()?.()
      }
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}
