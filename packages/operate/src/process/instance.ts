import type { Settings } from '@footfall/config'

/** What a process works on, without user names and passwords: for the log at the start, and for `doctor`. */
export function instanceFacts(settings: Settings): Readonly<Record<string, unknown>> {
  const { dataDir, baseUrl, host, port, trustedProxies, mail } = settings
  return {
    data_dir: dataDir,
    control_database: describeControlDatabase(settings),
    analytics_engine: describeEngine(settings),
    base_url: baseUrl,
    listens_on: `${host}:${port}`,
    trusted_proxies: trustedProxies,
    mail: mail === undefined ? 'none' : placeOf(mail.smtpUrl),
  }
}

export function describeControlDatabase({ database }: Pick<Settings, 'database'>): string {
  return 'sqlite' in database ? 'SQLite' : `PostgreSQL at ${placeOf(database.postgres.url)}`
}

export function describeEngine({ clickhouse }: Pick<Settings, 'clickhouse'>): string {
  return 'remote' in clickhouse ? `ClickHouse at ${placeOf(clickhouse.remote.url)}` : 'embedded ClickHouse'
}

/** Host and path; user, password and parameters stay out. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname === '/' ? '' : pathname}`
}
