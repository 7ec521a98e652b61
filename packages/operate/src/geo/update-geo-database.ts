import { readFile } from 'node:fs/promises'
import { DAY_MS } from '@footfall/core-domain'
import { type DatabaseFacts, inspectGeoDatabase } from '@footfall/ingest'
import { reasonOf } from '../explain/failure.ts'
import { replaceFile } from '../replace-file.ts'
import { type DownloadLimits, download, type GeoSource, unpack } from './download.ts'
import { GeoUpdateFailed } from './geo-update-failed.ts'

export interface UpdatedGeo extends DatabaseFacts {
  readonly bytes: number
  /** False where the file in place is of the same build. */
  readonly replaced: boolean
}

/** Clocks differ, and build dates have no zone. */
const FUTURE_MS_MAX = 2 * DAY_MS
/** The format is from 2012. */
const OLDEST_BUILD_MS = Date.UTC(2012, 0, 1)

const DOWNLOAD_LIMITS: DownloadLimits = { bytesMax: 1024 ** 3, timeoutMs: 600_000 }

/**
 * Downloads a database, checks it, and puts it in place of `path` in one step. Throws `GeoUpdateFailed`, and then keeps the
 * file in place.
 */
export async function updateGeoDatabase(
  { path, source, now }: { readonly path: string; readonly source: GeoSource; readonly now: number },
  limits: DownloadLimits = DOWNLOAD_LIMITS,
): Promise<UpdatedGeo> {
  const file = unpack(await download(source, limits), limits.bytesMax)
  const about = inspected(file)
  requirePlausibleBuild(about.builtAt, now)
  const result = { ...about, bytes: file.length }
  const before = await inPlace(path)
  if (before?.type === about.type) {
    const newerByMs = about.builtAt.getTime() - before.builtAt.getTime()
    if (newerByMs < 0)
      throw new GeoUpdateFailed(`the database was built on ${dayOf(about.builtAt)}, before the one in place`)
    if (newerByMs === 0) return { ...result, replaced: false }
  }
  await replace(path, file)
  return { ...result, replaced: true }
}

function inspected(file: Buffer): DatabaseFacts {
  try {
    return inspectGeoDatabase(file)
  } catch (error) {
    throw new GeoUpdateFailed(`the download is not a usable MMDB file: ${reasonOf(error)}`)
  }
}

function requirePlausibleBuild(builtAt: Date, now: number): void {
  const built = builtAt.getTime()
  if (!(built >= OLDEST_BUILD_MS && built <= now + FUTURE_MS_MAX))
    throw new GeoUpdateFailed('the build date of the database is missing or in the future')
}

/** Undefined if there is no usable file. */
async function inPlace(path: string): Promise<DatabaseFacts | undefined> {
  try {
    return inspectGeoDatabase(await readFile(path))
  } catch {
    return undefined
  }
}

async function replace(path: string, bytes: Buffer): Promise<void> {
  try {
    await replaceFile(path, bytes)
  } catch (error) {
    throw new GeoUpdateFailed(`${path} cannot be written: ${reasonOf(error)}`)
  }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
