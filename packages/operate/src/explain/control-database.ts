import type { Settings } from '@footfall/config'
import { DatabaseTooNew } from '@footfall/storage'
import type { Explanation } from './explanation.ts'
import { reasonOf, rootOf, unreachableFix } from './failure.ts'

const POOLED =
  'A pooler such as PgBouncer is in between: add ?pgbouncer=true to DATABASE_URL, and the timeouts to the role (docs/deploy.md).'

/** Why a control database cannot be used, and how to fix it. */
export function controlDatabaseFailure(error: unknown, settings: Settings): Explanation {
  const kind = 'sqlite' in settings.database ? 'SQLite' : 'PostgreSQL'
  if (error instanceof DatabaseTooNew) return { found: `${kind}: ${error.found}`, fix: error.advice }
  return { found: `${kind}: ${reasonOf(error)}`, fix: fixOf(error, settings) }
}

function fixOf(error: unknown, { database, dataDir }: Settings): string {
  const { code } = rootOf(error)
  return 'sqlite' in database
    ? sqliteFix(String(code), database.sqlite.path, dataDir)
    : postgresFix(error, String(code), database.postgres.url)
}

function sqliteFix(code: string, path: string, dataDir: string): string {
  if (/NOTADB|CORRUPT/.test(code)) return `Restore ${path} from a backup; this file is damaged or no database.`
  if (/FULL/.test(code)) return `Make room on the disk of ${dataDir}.`
  // SQLite reports a disk without room for its shared memory so, too.
  if (/IOERR/.test(code)) return `Make room on the disk of ${dataDir} if it is full; else look for errors of the disk.`
  if (/BUSY|LOCKED/.test(code)) return `Another program holds ${path}; end it (fuser ${path} names it).`
  // The file can be read and written, but a migration does not fit its content.
  if (/^SQLITE_(ERROR|CONSTRAINT|MISMATCH)/.test(code))
    return 'Restore the backup from before this version and start the earlier version; then report this error.'
  return `Let this user read and write ${path}: sudo chown -R "$(id -un)" ${dataDir}, on a local disk.`
}

function postgresFix(error: unknown, code: string, url: string): string {
  const { username, pathname, host } = new URL(url)
  const user = decodeURIComponent(username) || 'postgres'
  const database = decodeURIComponent(pathname.slice(1)) || user
  switch (code) {
    case '28P01':
    case '28000':
      return `The server rejects the user ${user}: correct user and password in DATABASE_URL, or let them in in pg_hba.conf.`
    // The pooler has no code for it. 26000 and 42P05: it accepts the settings, and mixes up prepared statements.
    case '26000':
    case '42P05':
      return POOLED
    case '3D000':
      return `Make the database: psql -h ${host.replace(/:.*$/, '')} -U ${user} -d postgres -c 'CREATE DATABASE "${database}"'`
    case '42501':
      return `As the owner of the database: GRANT ALL ON SCHEMA public TO "${user}"`
    case '53300':
      return 'Raise max_connections of the server, or run fewer replicas: each holds up to 10 connections.'
    default:
      if (/unsupported startup parameter/.test(reasonOf(error))) return POOLED
      return unreachableFix(error, 'DATABASE_URL', url) ?? 'Correct DATABASE_URL, or fix what the server reports.'
  }
}
