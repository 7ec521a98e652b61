import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import {
  type ExportEntry,
  isArchive,
  isGzip,
  isZip,
  NESTED,
  type OpenExport,
  rejectBomb,
  type UnpackLimits,
} from './archive.ts'
import { rejectionOf } from './place.ts'
import { openZip } from './zip.ts'

/** Text packs to about a tenth, and long runs of the same row to a hundredth. */
const UNPACK_LIMITS: UnpackLimits = { entriesMax: 2000, bytesMax: 64 * 1024 ** 3, ratioMax: 250 }

const READ_BYTES = 1024 ** 2

/** Opens a file, a gzip file or a zip archive as a list of entries. Nothing is unpacked to disk. */
export async function openExport(path: string, limits = UNPACK_LIMITS): Promise<OpenExport> {
  const magic = await firstBytes(path)
  const { size: bytes } = await stat(path)
  if (isZip(magic)) return openZip(path, limits)
  if (isGzip(magic)) return { bytes, entries: [gzipEntry(path, limits)], close: () => {} }
  return {
    bytes,
    entries: [{ name: '', content: () => createReadStream(path, { highWaterMark: READ_BYTES }) }],
    close: () => {},
  }
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
          rejectBomb('', bytes, packed.bytesRead, limits)
          if (bytes === chunk.length && isArchive(chunk)) throw rejectionOf('', NESTED)
          yield chunk
        }
        await piped
      } catch (error) {
        throw isZlibError(error)
          ? rejectionOf('', 'is damaged or cut off: its gzip data does not end as it should')
          : error
      } finally {
        packed.destroy()
        unpacked.destroy()
      }
    },
  }
}

function isZlibError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE'
}
