import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DomainError, InvalidRequest } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { isMemoryFailure, sql, text } from '@footfall/warehouse'
import { type Disk, localDisk } from '../log/disk.ts'
import { assertParquetRows } from './parquet-footer.ts'

export interface Converting {
  readonly disk?: Pick<Disk, 'freeBytes'>
  /** Once it is aborted the engine stops, and the conversion fails. */
  readonly signal?: AbortSignal | undefined
  /** The number of looks, ten a second, after which a conversion that wrote nothing meanwhile is given up. */
  readonly looksWithoutTextMax?: number
}

/** What the engine may take in memory for a file: row groups of some millions of values fit, and this process does other work. */
const MEMORY_BYTES_MAX = 160 * 1024 ** 2
/** Bytes of text for each byte of the file, as archives may have, beyond those that every file may have. */
const TEXT_RATIO_MAX = 250
const TEXT_FREE_BYTES = 64 * 1024 ** 2

/**
 * ClickHouse converts Parquet to NDJSON beside the import’s state; the rest is the same as for NDJSON. Throws
 * `InvalidRequest` for a file that it cannot read, and for one that contains more than its size allows: by its footer, and while it is
 * read, since a footer can lie.
 */
export async function parquetToNdjson(
  engine: Engine,
  parquet: string,
  ndjson: string,
  { disk = localDisk, signal, looksWithoutTextMax = LOOKS_WITHOUT_TEXT_MAX }: Converting = {},
): Promise<void> {
  if (existsSync(ndjson)) return
  await assertParquetRows(parquet)
  const { size } = await stat(parquet)
  // One thread in the file’s order, so that the text is the same every time and line numbers are row numbers.
  const draft = `${ndjson}.part`
  const statement = sql`INSERT INTO FUNCTION file(${text(draft)}, 'JSONEachRow')
SETTINGS max_threads = 1, input_format_parquet_preserve_order = 1, ${SMALL_BLOCKS}, date_time_output_format = 'iso',
  output_format_json_quote_64bit_integers = 0, output_format_json_named_tuples_as_objects = 1, engine_file_truncate_on_insert = 1
SELECT * FROM file(${text(parquet)}, 'Parquet')`.text
  const bounds = { disk, draft, looksWithoutTextMax, textBytesMax: TEXT_FREE_BYTES + TEXT_RATIO_MAX * size }
  const converting = whileWithin(bounds, (beyond) => {
    const stop = signal === undefined ? beyond : AbortSignal.any([beyond, signal])
    return engine.runOnFiles(statement, { signal: stop, memoryBytesMax: MEMORY_BYTES_MAX })
  })
  await converting.catch(async (error: unknown) => {
    await rm(draft, { force: true })
    signal?.throwIfAborted()
    if (isMemoryFailure(error)) throw rejected(TOO_MUCH_MEMORY)
    if (error instanceof DomainError) throw error
    // What the engine says of it names directories of this machine.
    throw rejected('cannot be read as Parquet')
  })
  await rename(draft, ndjson)
}

/** The engine would otherwise gather a million rows before it writes them, and read row groups ahead. */
const SMALL_BLOCKS = sql`max_block_size = 8192, min_insert_block_size_rows = 8192, min_insert_block_size_bytes = 4194304,
  input_format_parquet_max_block_size = 8192, input_format_parquet_prefer_block_bytes = 4194304,
  input_format_parquet_memory_high_watermark = 33554432, output_format_parallel_formatting = 0`
const TOO_MUCH_MEMORY = `needs more than ${MEMORY_BYTES_MAX / 1024 ** 2} MiB of memory to be read; write it with smaller row groups`

const rejected = (message: string) => new InvalidRequest([{ path: 'file', message }])

/** More than the engine writes between two looks. */
const FREE_BYTES_MIN = 1024 ** 3
const LOOK_EVERY_MS = 100
/** Two minutes. What may be in memory of a file becomes text within seconds, unless the engine reads a damaged page without end. */
const LOOKS_WITHOUT_TEXT_MAX = 1200

interface Bounds {
  readonly disk: Pick<Disk, 'freeBytes'>
  /** The text that is being written. */
  readonly draft: string
  readonly textBytesMax: number
  readonly looksWithoutTextMax: number
}

/** Stops a conversion before the disk is full, one of a few bytes that repeat a text many times, and one without progress. */
async function whileWithin(
  { disk, draft, textBytesMax, looksWithoutTextMax }: Bounds,
  convert: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const beyond = new AbortController()
  let lastBytes = 0
  let looksWithoutText = 0
  const look = async () => {
    const free = await disk.freeBytes(dirname(draft))
    const text = await stat(draft).catch(() => ({ size: 0 }))
    if (text.size > textBytesMax) beyond.abort(rejected(`holds more than ${TEXT_RATIO_MAX} times its size as text`))
    looksWithoutText = text.size > lastBytes ? 0 : looksWithoutText + 1
    lastBytes = text.size
    if (looksWithoutText > looksWithoutTextMax) beyond.abort(rejected('cannot be read as Parquet'))
    if (free !== undefined && free < FREE_BYTES_MIN)
      beyond.abort(rejected('holds more than the disk of the service has room for'))
  }
  await look()
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS)
  try {
    beyond.signal.throwIfAborted()
    await convert(beyond.signal)
    // What was written since the last check.
    await look()
    beyond.signal.throwIfAborted()
  } catch (error) {
    throw beyond.signal.aborted ? beyond.signal.reason : error
  } finally {
    clearInterval(timer)
  }
}
