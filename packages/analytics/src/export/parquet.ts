import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { FIELD_DIMENSIONS, ServiceUnavailable, WEB_VITALS } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { sql, text } from '@footfall/warehouse'

const CHUNK_BYTES = 256 * 1024
const CHECK_ROOM_EVERY_BYTES = 16 * 1024 ** 2
const RETRY_AFTER_SECONDS = 600

/** Where the files are made. */
export interface FilesDirectory {
  readonly path: string
  /** What a file leaves free on the disk, for events and for the engine. */
  readonly freeBytesMin: number
}

const optional = (names: readonly string[]) => names.map((name) => `${name} Nullable(String)`).join(', ')
const STRUCTURE = [
  "timestamp DateTime64(3, 'UTC'), name String, url String",
  optional(['visitor', 'visit', 'referrer', ...FIELD_DIMENSIONS]),
  'engaged_ms Nullable(UInt32), scroll Nullable(UInt8)',
  'interactive Nullable(Bool), watches_errors Nullable(Bool)',
  `vitals Tuple(${WEB_VITALS.map((vital) => `${vital} Nullable(Float64)`).join(', ')})`,
  'error Tuple(message Nullable(String), source Nullable(String), line Nullable(UInt64), column Nullable(UInt64), stack Nullable(String), count Nullable(UInt32))',
  'revenue Tuple(amount Nullable(String), currency Nullable(String)), props Map(String, String)',
  optional(['version', 'traffic', 'evidence']),
].join(', ')

/** Parquet ends with an index of itself, so it is written to the disk first. ClickHouse makes it of the NDJSON. */
export async function* parquet(
  engine: Engine,
  directory: FilesDirectory,
  name: string,
  lines: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const [source, target] = [join(directory.path, `${name}.ndjson`), join(directory.path, `${name}.parquet`)]
  try {
    const bytes = await write(source, lines, directory)
    // The other file is smaller than this one.
    await assertRoom(directory, bytes)
    await convert(engine, source, target, signal)
    await rm(source)
    yield* read(target)
  } finally {
    await Promise.all([rm(source, { force: true }), rm(target, { force: true })])
  }
}

/** Returns how many bytes it wrote. Throws `ServiceUnavailable` where the disk is too small. */
async function write(path: string, lines: AsyncIterable<Uint8Array>, directory: FilesDirectory): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  let bytes = 0
  let checkedAt = Number.NEGATIVE_INFINITY
  try {
    for await (const chunk of lines) {
      if (bytes - checkedAt >= CHECK_ROOM_EVERY_BYTES) {
        await assertRoom(directory, 0)
        checkedAt = bytes
      }
      await file.writeFile(chunk)
      bytes += chunk.length
    }
  } finally {
    await file.close()
  }
  return bytes
}

async function assertRoom({ path, freeBytesMin }: FilesDirectory, bytes: number): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(path)
  // Some file systems do not say how large they are.
  if (blocks > 0 && bavail * bsize - bytes < freeBytesMin)
    throw new ServiceUnavailable(undefined, RETRY_AFTER_SECONDS, NO_ROOM)
}

const NO_ROOM =
  'The disk of the service has no room for this file now; choose fewer days or another format, which needs no file, or free some space.'

async function convert(engine: Engine, source: string, target: string, signal: AbortSignal): Promise<void> {
  // Small groups of rows, since each is held in memory whole.
  const statement = sql`INSERT INTO FUNCTION file(${text(target)}, 'Parquet')
SETTINGS max_threads = 1, input_format_parallel_parsing = 0, output_format_parquet_parallel_encoding = 0, max_block_size = 8192, date_time_input_format = 'best_effort', engine_file_empty_if_not_exists = 1,
  output_format_parquet_row_group_size = 50000, output_format_parquet_row_group_size_bytes = 33554432,
  output_format_parquet_string_as_string = 1
SELECT * FROM file(${text(source)}, 'JSONEachRow', ${text(STRUCTURE)})`.text
  await engine.runOnFiles(statement, { signal })
}

async function* read(path: string): AsyncIterable<Uint8Array> {
  const file = await open(path, 'r')
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
