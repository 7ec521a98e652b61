import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { refusalOf } from './place.ts'
import { openZip } from './zip.ts'

/** One file of an export, which can be read several times. */
export interface ExportEntry {
  /** The name in the archive, for messages and recognition only; empty for a file that is no archive. */
  readonly name: string
  /** The content, unpacked. Throws `InvalidRequest` where it is damaged or larger than is read. */
  content(): AsyncIterable<Buffer>
}

export interface OpenExport {
  /** Of the file, or unpacked where an archive says it. */
  readonly bytes: number
  readonly entries: readonly ExportEntry[]
  close(): void
}

export interface UnpackLimits {
  readonly entriesMax: number
  /** Of all entries together, unpacked. */
  readonly bytesMax: number
  /** How many times an entry may be larger unpacked than packed, beyond its first megabyte. */
  readonly ratioMax: number
}

/** Text packs to about a tenth, and long runs of the same row to a hundredth. */
const UNPACK_LIMITS: UnpackLimits = { entriesMax: 2000, bytesMax: 64 * 1024 ** 3, ratioMax: 250 }

const READ_BYTES = 1024 ** 2
const ZIP = Buffer.from([0x50, 0x4b])
const GZIP = Buffer.from([0x1f, 0x8b])

/** Opens a file, a gzip file or a zip archive as a list of entries. Nothing is unpacked to disk. */
export async function openExport(path: string, limits = UNPACK_LIMITS): Promise<OpenExport> {
  const magic = await firstBytes(path)
  const { size: bytes } = await stat(path)
  if (isZip(magic)) return openZip(path, limits)
  if (magic.subarray(0, 2).equals(GZIP)) return { bytes, entries: [gzipEntry(path, limits)], close: () => {} }
  return {
    bytes,
    entries: [{ name: '', content: () => createReadStream(path, { highWaterMark: READ_BYTES }) }],
    close: () => {},
  }
}

/** Whether content is an archive itself; those of an export are not opened. */
export function isArchive(start: Buffer): boolean {
  return isZip(start) || start.subarray(0, 2).equals(GZIP)
}

/** `PK` followed by the kinds of records that a zip archive begins with. */
function isZip(start: Buffer): boolean {
  return start.subarray(0, 2).equals(ZIP) && (start[2] ?? 0) < 9 && (start[3] ?? 0) < 9
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function gzipEntry(path: string, limits: UnpackLimits): ExportEntry {
  return {
    name: '',
    async *content() {
      const packed = createReadStream(path)
      const unpacked = createGunzip()
      const piped = pipeline(packed, unpacked)
      piped.catch(() => {})
      let bytes = 0
      try {
        for await (const chunk of unpacked) {
          bytes += chunk.length
          refuseBomb('', bytes, packed.bytesRead, limits)
          if (bytes === chunk.length && isArchive(chunk)) throw refusalOf('', NESTED)
          yield chunk
        }
        await piped
      } catch (error) {
        throw isZlibError(error)
          ? refusalOf('', 'is damaged or cut off: its gzip data does not end as it should')
          : error
      } finally {
        packed.destroy()
        unpacked.destroy()
      }
    },
  }
}

export const NESTED = 'is an archive within an archive; unpack the outer one first'
const RATIO_FREE_BYTES = 1024 ** 2

/** Refuses content that unpacks to more than an export can hold. */
export function refuseBomb(entry: string, bytes: number, packedBytes: number, limits: UnpackLimits): void {
  if (bytes > limits.bytesMax)
    throw refusalOf(entry, `unpacks to more than ${limits.bytesMax.toLocaleString('en')} bytes`)
  if (bytes > RATIO_FREE_BYTES && bytes > packedBytes * limits.ratioMax)
    throw refusalOf(entry, `unpacks to more than ${limits.ratioMax} times its size, which no export does`)
}

function isZlibError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE'
}
