import { access, constants, mkdir, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import {
  AlreadyExists,
  type ImportFormat,
  type ImportId,
  type ImportSource,
  InvalidRequest,
  type ProductId,
} from '@footfall/core-domain'
import { contentOf, lockDirectory, recognizeExport } from '@footfall/ingest'

/** A file to import, as a person names it. */
export interface ImportFile {
  /** Absolute. */
  readonly path: string
  /** The name under which people know it, which may show its format. */
  readonly name: string
  readonly source?: ImportSource | undefined
  readonly site?: string | undefined
  /** Of a file of our own format. */
  readonly format?: ImportFormat | undefined
  readonly skipInvalid: boolean
}

/** A file whose content was recognized. */
export interface KnownFile extends ImportFile {
  readonly source: ImportSource
  /** Files with the same value are one import. */
  readonly content: string
}

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.parquet': 'parquet',
}

/** Recognizes a file by its content. Throws `InvalidRequest` if it cannot be read or its format is unknown. */
export async function knownFile(file: ImportFile, signal?: AbortSignal): Promise<KnownFile> {
  const invalid = (message: string) => new InvalidRequest([{ path: 'file', message }])
  await access(file.path, constants.R_OK).catch(() => {
    throw invalid(`${file.name} cannot be read; check the path and the permissions`)
  })
  if (!(await stat(file.path)).isFile()) throw invalid(`${file.name} is not a file`)
  const source = file.source ?? (await recognizeExport(file.path, signal)) ?? 'footfall'
  const format = file.format ?? FORMATS[extname(file.name).toLowerCase()]
  if (source === 'footfall' && format === undefined)
    throw invalid(
      `${file.name} is not a recognized export, and its name does not show the format of a file of events: .ndjson, .csv or .parquet`,
    )
  const content = `${await contentOf(file.path)} ${source === 'footfall' ? format : ''} ${file.site ?? ''}`.trimEnd()
  return { ...file, source, content, ...(source === 'footfall' && format !== undefined && { format }) }
}

/** Where imports keep what they need to continue, and the files that people uploaded. */
export function importDirectories(dataDir: string) {
  const imports = join(dataDir, 'imports')
  const uploads = join(dataDir, 'uploads')
  return {
    imports,
    uploads,
    stateOf: (id: ImportId) => join(imports, id),
    uploadOf: (id: ImportId) => join(uploads, id),
  }
}

const LOCK_EVERY_MS = 200

/**
 * Does the work while no other process imports into the product on this data directory. Waits up to `waitMs`, because an import
 * whose caller disconnected ends soon. Throws `AlreadyExists` if another one still runs.
 */
export async function lockedProduct<T>(
  imports: string,
  product: ProductId,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const directory = join(imports, product)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const lock = await locked(directory, waitMs)
  try {
    return await work()
  } finally {
    lock.release()
  }
}

async function locked(directory: string, waitMs: number) {
  for (let waited = 0; ; waited += LOCK_EVERY_MS) {
    try {
      return lockDirectory(directory)
    } catch {
      if (waited >= waitMs)
        throw new AlreadyExists('Another import into this product is running; wait until it has ended.')
      await new Promise((resolve) => setTimeout(resolve, LOCK_EVERY_MS))
    }
  }
}

export async function forgetState(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
}
