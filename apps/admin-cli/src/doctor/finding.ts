/** The result of one check. */
export interface Finding {
  readonly check: Check
  readonly state: 'ok' | 'warning' | 'failed'
  readonly found: string
  /** What to do about it. */
  readonly fix?: string
}

/** Names of the checks; scripts match on them. */
export type Check =
  | 'settings'
  | 'instance'
  | 'data_directory'
  | 'disk'
  | 'ingest_log'
  | 'control_database'
  | 'session_secret'
  | 'writes'
  | 'analytics_engine'
  | 'clocks'
  | 'port'
  | 'service'
  | 'address'
  | 'proxy'
  | 'replicas'
  | 'mail'
  | 'traces'
  | 'places'
  | 'networks'
  | 'crawlers'

export const ok = (check: Check, found: string): Finding => ({ check, state: 'ok', found })
export const warning = (check: Check, found: string, fix: string): Finding => ({ check, state: 'warning', found, fix })
export const failed = (check: Check, found: string, fix: string): Finding => ({ check, state: 'failed', found, fix })
