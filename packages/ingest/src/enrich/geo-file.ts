import { stat } from 'node:fs/promises'
import { type Geo, type GeoDatabase, type OpenedGeo, openGeo } from './geo.ts'

/** What became of the file of a database since it was opened. */
export interface GeoFileStatus extends GeoDatabase {
  /** How often a new file took the place of the old one. */
  readonly reloads: number
  /** How often a new file could not be used. */
  readonly rejected: number
}

/** Locations from a file that may be replaced while it is used. */
export interface GeoFile extends Required<Geo> {
  /** Reads the file where it changed. One that cannot be used is logged once, and the database in memory stays. */
  reload(): Promise<void>
  status(): GeoFileStatus
}

interface GeoFileLog {
  info(context: object, message: string): void
  warn(context: object, message: string): void
}

/** Opens a file as `openGeo` does, and throws what it throws. Without a path, the bundled database never changes. */
export async function openGeoFile(path: string | undefined, log: GeoFileLog): Promise<GeoFile> {
  let known = path === undefined ? undefined : await versionOf(path)
  let current: OpenedGeo = await openGeo(path)
  let reloads = 0
  let rejected = 0

  async function read(file: string, version: string | undefined): Promise<void> {
    try {
      const next = await openGeo(file)
      // A file that is still being written is read again the next time.
      if ((await versionOf(file)) !== version) return
      current = next
      reloads++
      log.info({ type: next.type, builtAt: next.builtAt.toISOString() }, 'read the new geo database')
    } catch (err) {
      rejected++
      log.warn({ err, path: file }, 'the new geo database cannot be used; the one in memory stays')
    }
    known = version
  }

  return {
    lookup: (address) => current.lookup(address),
    get database() {
      return current.database
    },
    async reload() {
      if (path === undefined) return
      const version = await versionOf(path)
      if (version !== known) await read(path, version)
    },
    status: () => ({ type: current.type, builtAt: current.builtAt, reloads, rejected }),
  }
}

/** Changes whenever the file is replaced or written; undefined where there is no file. */
async function versionOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found && `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs}`
}
