import type { EngineShare } from '@footfall/core-domain'

/**
 * ClickHouse as the rest of this package sees it, in process or remote. Text of queries is built from constants and
 * `literal.ts` only; settings are part of the text, because the embedded engine makes settings of a call stick.
 */
export interface Engine {
  /** Rows of a SELECT. 64-bit integers arrive as strings. Throws `ServiceUnavailable` when the engine is away. */
  rows<Row>(sql: string, options?: QueryOptions): Promise<readonly Row[]>
  /** A statement without rows: DDL, INSERT SELECT, DELETE. */
  run(sql: string, options?: QueryOptions): Promise<void>
  /**
   * A statement over local files, by their absolute paths, without tables: runs in a separate process on this machine, since the
   * files may be anybody's. Once the signal is aborted that process is ended, and the call fails. Throws `InvalidRequest` where
   * ClickHouse is not installed.
   */
  runOnFiles(sql: string, options?: FileStatementOptions): Promise<void>
  /**
   * Inserts a block once: the same `token` again within the table's deduplication window changes nothing.
   * `rows` is the block's text in `format`, one row a line. `columns` are those of the text, in its order; without them
   * it has all columns of the table.
   */
  insert(
    table: TableName,
    format: InsertFormat,
    rows: string,
    token: string,
    columns?: readonly string[],
  ): Promise<void>
  /** The version of ClickHouse, such as `26.7.1.1`. Queried without settings, since an old server does not know some of them. */
  version(): Promise<string>
  /** Whether it answers; on a separate connection, so that it never waits behind other statements. */
  ping(): Promise<void>
  close(): Promise<void>
  /** `embedded` can read files of this machine in SQL; a remote server cannot. */
  readonly kind: 'embedded' | 'remote'
  /** The cluster that the tables are spread over; undefined where they are on one node. */
  readonly cluster: string | undefined
}

/** Work of one purpose shares a connection, so that a heavy report never queues in front of ingest or of a dashboard. */
export type Purpose = 'ingest' | 'report' | 'maintenance'

export interface QueryOptions {
  readonly purpose?: Purpose
  /** Whose share of the connections for reports this counts to; the service's own without it. */
  readonly share?: EngineShare | undefined
  /** Once it is aborted the statement is stopped in the engine, and the call throws `CallerGone`. */
  readonly signal?: AbortSignal | undefined
}

export interface FileStatementOptions extends Pick<QueryOptions, 'signal'> {
  /** The memory limit of the statement, if it is lower than that of maintenance. */
  readonly memoryBytesMax?: number
}

export type InsertFormat = 'JSONEachRow' | 'TSV'

export type TableName =
  | 'events'
  | 'rejected_events'
  | 'proxied_events'
  | 'crawler_hits'
  | 'moved_visits'
  | 'search_console'
  | 'import_staging'
  | 'named_days'
  | 'identified_visitors'
  | 'imported_days'
  | 'imported_event_ids'
