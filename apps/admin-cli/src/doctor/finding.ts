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
  | 'versions'
  | 'backup'
  | 'undo'

export const ok = (check: Check, found: string): Finding => ({ check, state: 'ok', found })
export const warning = (check: Check, found: string, fix: string): Finding => ({ check, state: 'warning', found, fix })
export const failed = (check: Check, found: string, fix: string): Finding => ({ check, state: 'failed', found, fix })

export const findingJson = ({ check, state, found, fix }: Finding) => ({ check, state, found, fix: fix ?? null })

const MARK = { ok: '✓', warning: '!', failed: '✗' } as const
export const MARKS_HELP = '\n✓ works   ! works, but needs attention   ✗ does not work (exit code 1)'

export function findingText({ check, state, found, fix }: Finding): string {
  return `${MARK[state]} ${check.replaceAll('_', ' ')}: ${found}${fix === undefined ? '' : `\n    → ${fix}`}`
}
