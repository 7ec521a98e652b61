import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DomainError, InvalidRequest } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { sql, text } from '@footfall/warehouse'
import { type Disk, localDisk } from '../log/disk.ts'

export interface Converting {
  readonly disk?: Pick<Disk, 'freeBytes'>
  /** Once it is aborted the engine stops, and the conversion fails. */
  readonly signal?: AbortSignal | undefined
}

/**
 * ClickHouse converts Parquet to NDJSON beside the import’s state; the rest is the same as for NDJSON. Throws
 * `InvalidRequest` for a file that it cannot read.
 */
export async function parquetToNdjson(
  engine: Engine,
  parquet: string,
  ndjson: string,
  { disk = localDisk, signal }: Converting = {},
): Promise<void> {
  if (existsSync(ndjson)) return
  // One thread in the file’s order, so that the text is the same every time and line numbers are row numbers.
  const draft = `${ndjson}.part`
  const statement = sql`INSERT INTO FUNCTION file(${text(draft)}, 'JSONEachRow')
SETTINGS max_threads = 1, input_format_parquet_preserve_order = 1, date_time_output_format = 'iso',
  output_format_json_quote_64bit_integers = 0, output_format_json_named_tuples_as_objects = 1, engine_file_truncate_on_insert = 1
SELECT * FROM file(${text(parquet)}, 'Parquet')`.text
  const converting = whileRoom(dirname(ndjson), disk, (full) => {
    const stop = signal === undefined ? full : AbortSignal.any([full, signal])
    return engine.runOnFiles(statement, { signal: stop })
  })
  await converting.catch((error: unknown) => {
    signal?.throwIfAborted()
    if (error instanceof DomainError) throw error
    // What the engine says of it names directories of this machine.
    throw new InvalidRequest([{ path: 'file', message: 'cannot be read as Parquet' }])
  })
  await rename(draft, ndjson)
}

/** More than the engine writes between two looks. */
const FREE_BYTES_MIN = 1024 ** 3
const LOOK_EVERY_MS = 100

/** Stops a conversion before the disk is full: a few bytes of Parquet may say a row a billion times. */
async function whileRoom(
  directory: string,
  disk: Pick<Disk, 'freeBytes'>,
  convert: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const full = new AbortController()
  const look = async () => {
    const free = await disk.freeBytes(directory)
    if (free !== undefined && free < FREE_BYTES_MIN) full.abort()
  }
  await look()
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS)
  try {
    full.signal.throwIfAborted()
    await convert(full.signal)
  } catch (error) {
    if (!full.signal.aborted) throw error
    throw new InvalidRequest([{ path: 'file', message: 'holds more than the disk of the service has room for' }])
  } finally {
    clearInterval(timer)
  }
}
