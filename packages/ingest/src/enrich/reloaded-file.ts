import { versionOf } from './file-version.ts'

/** What a database says about itself. */
export interface DatabaseFacts {
  /** Such as `GeoLite2-City`. */
  readonly type: string
  readonly builtAt: Date
}

/** What became of the file of a database since it was opened. */
export interface FileStatus extends DatabaseFacts {
  /** How often a new file took the place of the old one. */
  readonly reloads: number
  /** How often a new file could not be used. */
  readonly rejected: number
}

export interface ReloadedFileLog {
  info(context: object, message: string): void
  warn(context: object, message: string): void
}

/** A database in a file that may be replaced while it is used. */
export interface ReloadedFile<Database> {
  current(): Database
  /** Reads the file where it changed. One that cannot be used is logged once, and the database in memory stays. */
  reload(): Promise<void>
  status(): FileStatus
}

/** Opens a file, and throws what `open` throws. `name` is how logs call the database. */
export async function reloadedFile<Database extends DatabaseFacts>(
  path: string,
  open: (path: string) => Promise<Database>,
  name: string,
  log: ReloadedFileLog,
): Promise<ReloadedFile<Database>> {
  let known = await versionOf(path)
  let current = await open(path)
  let reloads = 0
  let rejected = 0

  async function read(version: string | undefined): Promise<void> {
    try {
      const next = await open(path)
      // A file that is still being written is read again the next time.
      if ((await versionOf(path)) !== version) return
      current = next
      reloads++
      log.info({ type: next.type, builtAt: next.builtAt.toISOString() }, `read the new ${name}`)
    } catch (err) {
      rejected++
      log.warn({ err, path }, `the new ${name} cannot be used; the one in memory stays`)
    }
    known = version
  }

  return {
    current: () => current,
    async reload() {
      const version = await versionOf(path)
      if (version !== known) await read(version)
    },
    status: () => ({ type: current.type, builtAt: current.builtAt, reloads, rejected }),
  }
}
