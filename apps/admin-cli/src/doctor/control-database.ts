import { existsSync } from 'node:fs'
import type { Settings } from '@footfall/config'
import { type ControlData, DatabaseTooNew, openStore } from '@footfall/storage'
import type { Dependencies } from '../dependencies.ts'
import { counted } from '../numbers.ts'
import { reasonOf, rootOf, unreachableFix } from './failure.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

export interface ControlDatabase {
  readonly findings: readonly Finding[]
  /** The clock of the database server; undefined without a server. */
  readonly clockMs: number | undefined
}

const check = 'control_database'

/** Checks the database as it is; pending migrations are reported, not run. */
export async function controlDatabase(settings: Settings, dependencies: Dependencies): Promise<ControlDatabase> {
  const { database } = settings
  if ('sqlite' in database && !existsSync(database.sqlite.path))
    return {
      findings: [ok(check, `SQLite, ${database.sqlite.path} will be made at the first start`)],
      clockMs: undefined,
    }
  const kind = 'sqlite' in database ? 'SQLite' : 'PostgreSQL'
  let control: ControlData | undefined
  try {
    control = openStore('sqlite' in database ? database : { postgres: { url: database.postgres.url } }, {
      clock: dependencies.clock,
      random: dependencies.random,
    })
    await control.store.ping()
    const pending = await control.pendingMigrations()
    if (pending.length > 0) {
      const found = `${kind}, ${pending.length} migrations are pending: ${pending.join(', ')}`
      return {
        findings: [warning(check, found, 'footfall migrate; the next start of the service does it as well.')],
        clockMs: await control.serverNow?.(),
      }
    }
    return { findings: await contents(kind, control, dependencies), clockMs: await control.serverNow?.() }
  } catch (error) {
    const { found, fix } = controlDatabaseFailure(error, settings)
    return { findings: [failed(check, found, fix)], clockMs: undefined }
  } finally {
    await control?.store.close()
  }
}

async function contents(kind: string, control: ControlData, { clock }: Dependencies): Promise<Finding[]> {
  const accounts = (await control.store.accounts.list()).length
  const blocked = await control.idempotencyAdmin.list({ status: 'blocked', now: clock.now(), limit: 100 })
  return [
    accounts > 0
      ? ok(check, `${kind}, migrated, ${counted(accounts, 'account')}`)
      : warning(
          check,
          `${kind}, migrated, no account yet`,
          'footfall account create --email you@example.com --name You',
        ),
    blocked.length === 0
      ? ok('writes', 'no confirmed write has an unknown outcome')
      : warning(
          'writes',
          `${blocked.length} confirmed writes have an unknown outcome; their keys are blocked`,
          'footfall idempotency list --status blocked, then inspect and resolve each.',
        ),
  ]
}

/** Why a control database cannot be used, and how to fix it. */
export function controlDatabaseFailure(error: unknown, settings: Settings): { found: string; fix: string } {
  const kind = 'sqlite' in settings.database ? 'SQLite' : 'PostgreSQL'
  return { found: `${kind}: ${reasonOf(error)}`, fix: fixOf(error, settings) }
}

function fixOf(error: unknown, { database, dataDir }: Settings): string {
  if (error instanceof DatabaseTooNew) return 'Start that version, or restore a backup made before it.'
  const { code } = rootOf(error)
  return 'sqlite' in database
    ? sqliteFix(String(code), database.sqlite.path, dataDir)
    : postgresFix(error, String(code), database.postgres.url)
}

function sqliteFix(code: string, path: string, dataDir: string): string {
  if (/NOTADB|CORRUPT/.test(code)) return `Restore ${path} from a backup; this file is damaged or no database.`
  if (/FULL/.test(code)) return `Make room on the disk of ${dataDir}.`
  if (/BUSY|LOCKED/.test(code)) return `Another program holds ${path}; end it (fuser ${path} names it).`
  return `Let this user read and write ${path}: sudo chown -R "$(id -un)" ${dataDir}, on a local disk.`
}

function postgresFix(error: unknown, code: string, url: string): string {
  const { username, pathname, host } = new URL(url)
  const user = decodeURIComponent(username) || 'postgres'
  const database = decodeURIComponent(pathname.slice(1)) || user
  switch (code) {
    case '28P01':
    case '28000':
      return `The server refuses the user ${user}: correct user and password in DATABASE_URL, or let them in in pg_hba.conf.`
    case '3D000':
      return `Make the database: psql -h ${host.replace(/:.*$/, '')} -U ${user} -d postgres -c 'CREATE DATABASE "${database}"'`
    case '42501':
      return `As the owner of the database: GRANT ALL ON SCHEMA public TO "${user}"`
    case '53300':
      return 'Raise max_connections of the server, or run fewer replicas: each holds up to 10 connections.'
    default:
      return unreachableFix(error, 'DATABASE_URL', url) ?? 'Correct DATABASE_URL, or mend what the server says.'
  }
}
