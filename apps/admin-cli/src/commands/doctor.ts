import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openAnalyticsEngine, openControlData, parseSettings, type Settings, SettingsError } from '@footfall/runtime'
import type { Command } from 'commander'
import type { Context, World } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { answer } from '../terminal.ts'

interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly found: string
  /** What to do about it. */
  readonly fix?: string
}

/** Looks at every setting and store, and says what is wrong and how to mend it. Changes nothing but pending migrations. */
export function doctorCommand(program: Command, context: () => Context): void {
  program
    .command('doctor')
    .description('check every setting and store, and say what to do')
    .action(async () => {
      const { terminal, world } = context()
      const findings = await examine(world)
      answer(terminal, { findings }, findings.map(line).join('\n'))
      if (findings.some(({ state }) => state === 'failed')) throw new Refusal('something needs mending; see above.')
    })
}

async function examine(world: World): Promise<Finding[]> {
  let settings: Settings
  try {
    settings = parseSettings(world.environment)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return [{ check: 'settings', state: 'failed', found: error.message, fix: `Correct or unset ${error.variable}.` }]
  }
  const running = await serviceAnswers(settings)
  return [
    { check: 'settings', state: 'ok', found: 'every variable can be used' },
    await dataDirectory(settings),
    await controlDatabase(settings, world),
    await engine(settings, running),
    running
      ? { check: 'service', state: 'ok', found: `answers at ${settings.baseUrl}` }
      : {
          check: 'service',
          state: 'warning',
          found: `nothing ready answers at ${settings.baseUrl}`,
          fix: 'Start it, or set BASE_URL to where it runs.',
        },
    publicAddress(settings),
  ]
}

async function dataDirectory({ dataDir }: Settings): Promise<Finding> {
  const check = 'data directory'
  try {
    await access(dataDir, constants.R_OK | constants.W_OK)
  } catch {
    const parent = await access(dirname(dataDir), constants.W_OK).then(
      () => true,
      () => false,
    )
    return parent
      ? { check, state: 'ok', found: `${dataDir} will be made at the first start` }
      : {
          check,
          state: 'failed',
          found: `${dataDir} cannot be written`,
          fix: 'Set DATA_DIR to a directory that this user may write.',
        }
  }
  const { mode } = await stat(dataDir)
  return (mode & 0o077) === 0
    ? { check, state: 'ok', found: dataDir }
    : { check, state: 'warning', found: `${dataDir} can be read by other users`, fix: `chmod 700 ${dataDir}` }
}

async function controlDatabase(settings: Settings, { clock, random }: World): Promise<Finding> {
  const kind = 'sqlite' in settings.database ? 'SQLite' : 'PostgreSQL'
  try {
    const control = await openControlData(settings, { clock, random, onConnectionError: () => {} })
    try {
      await control.store.ping()
      const accounts = (await control.store.accounts.list()).length
      return accounts > 0
        ? { check: 'control database', state: 'ok', found: `${kind}, migrated, ${accounts} accounts` }
        : {
            check: 'control database',
            state: 'warning',
            found: `${kind}, migrated, no account yet`,
            fix: 'footfall account create --email you@example.com --name You',
          }
    } finally {
      await control.store.close()
    }
  } catch (error) {
    return {
      check: 'control database',
      state: 'failed',
      found: `${kind}: ${reason(error)}`,
      fix:
        kind === 'SQLite'
          ? 'Check that DATA_DIR is writable and on a local disk.'
          : 'Check DATABASE_URL, and that the server runs and lets this user in.',
    }
  }
}

async function engine(settings: Settings, running: boolean): Promise<Finding> {
  const check = 'analytics engine'
  const embedded = 'embedded' in settings.clickhouse
  if (embedded && running) return { check, state: 'ok', found: 'embedded, in use by the running service' }
  try {
    const opened = await openAnalyticsEngine(settings)
    try {
      await opened.ping()
    } finally {
      await opened.close()
    }
    return { check, state: 'ok', found: embedded ? 'embedded, opens and answers' : 'remote, answers' }
  } catch (error) {
    return {
      check,
      state: 'failed',
      found: reason(error),
      fix: embedded
        ? 'Stop the other process on this DATA_DIR, or set CLICKHOUSE_URL to share a server.'
        : 'Check CLICKHOUSE_URL, and that the server runs.',
    }
  }
}

async function serviceAnswers({ baseUrl }: Settings): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(3_000) })
    return response.ok
  } catch {
    return false
  }
}

function publicAddress({ baseUrl }: Settings): Finding {
  const { protocol, hostname } = new URL(baseUrl)
  const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  if (protocol === 'https:' || local) return { check: 'address', state: 'ok', found: baseUrl }
  return {
    check: 'address',
    state: 'warning',
    found: `${baseUrl} is not encrypted`,
    fix: 'Put a TLS proxy in front and set BASE_URL to https.',
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

const MARK = { ok: '✓', warning: '!', failed: '✗' } as const

function line({ check, state, found, fix }: Finding): string {
  return `${MARK[state]} ${check}: ${found}${fix === undefined ? '' : `\n    → ${fix}`}`
}
