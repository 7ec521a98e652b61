/** What is needed of a client of `pg`, or of anything that can be asked like it. */
export interface PostgresClient {
  query(
    text: string,
    values?: unknown[],
  ): Promise<{ readonly rows: Record<string, unknown>[]; readonly rowCount: number | null; readonly command: string }>
}

/** What is needed of a client that a pool has lent. */
export interface PooledClient extends PostgresClient {
  /** Gives the client back; with an error, its connection is closed. */
  release(error?: Error): void
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

/** What is needed of a `Pool` of `pg`. */
export interface PostgresPool<Client extends PooledClient = PooledClient> extends PostgresClient {
  connect(): Promise<Client>
}
