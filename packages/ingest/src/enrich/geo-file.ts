import { type Geo, openGeo } from './geo.ts'
import { type FileStatus, type ReloadedFileLog, reloadedFile } from './reloaded-file.ts'

/** What became of the file of a database since it was opened. */
export type GeoFileStatus = FileStatus

/** Locations from a file that may be replaced while it is used. */
export interface GeoFile extends Required<Geo> {
  /** Reads the file where it changed. One that cannot be used is logged once, and the database in memory stays. */
  reload(): Promise<void>
  status(): GeoFileStatus
}

/** Opens a file as `openGeo` does, and throws what it throws. Without a path, the bundled database never changes. */
export async function openGeoFile(path: string | undefined, log: ReloadedFileLog): Promise<GeoFile> {
  if (path === undefined) {
    const bundled = await openGeo()
    const status = { type: bundled.type, builtAt: bundled.builtAt, reloads: 0, rejected: 0 }
    return { ...bundled, reload: async () => {}, status: () => status }
  }
  const file = await reloadedFile(path, openGeo, 'geo database', log)
  return {
    lookup: (address) => file.current().lookup(address),
    get database() {
      return file.current().database
    },
    reload: () => file.reload(),
    status: () => file.status(),
  }
}
