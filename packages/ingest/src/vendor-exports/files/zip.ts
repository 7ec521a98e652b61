import { crc32 } from 'node:zlib'
import { InvalidRequest } from '@footfall/core-domain'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type ExportEntry, isArchive, NESTED, type OpenExport, rejectBomb, type UnpackLimits } from './archive.ts'
import { rejectionOf } from './place.ts'

/** What some systems add to an archive. */
const NO_CONTENT = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)|\/$/i

/** Opens an archive. Names of entries are text for messages and never paths. */
export async function openZip(path: string, limits: UnpackLimits): Promise<OpenExport> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw rejectionOf('', `is not a whole zip archive: ${wordsOf(error)}`)
  })
  // Errors also reject what is awaited; without a listener they would end the process.
  zip.on('error', () => {})
  try {
    const entries = await entriesOf(zip, limits)
    return {
      bytes: entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
      entries: entries.map((entry) => exportEntry(zip, entry, limits)),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error instanceof InvalidRequest ? error : rejectionOf('', `is not a whole zip archive: ${wordsOf(error)}`)
  }
}

async function entriesOf(zip: ZipFile, limits: UnpackLimits): Promise<readonly Entry[]> {
  if (zip.entryCount > limits.entriesMax)
    throw rejectionOf(
      '',
      `has ${zip.entryCount.toLocaleString('en')} entries, and an export has at most ${limits.entriesMax.toLocaleString('en')}`,
    )
  const entries: Entry[] = []
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    if (NO_CONTENT.test(entry.fileName)) continue
    if (entry.isEncrypted()) throw rejectionOf(entry.fileName, 'is encrypted; export it without a password')
    if (!entry.canDecodeFileData()) throw rejectionOf(entry.fileName, 'is packed by a method that is not supported')
    bytes += entry.uncompressedSize
    rejectBomb(entry.fileName, entry.uncompressedSize, entry.compressedSize, limits)
    if (bytes > limits.bytesMax)
      throw rejectionOf('', `unpacks to more than ${limits.bytesMax.toLocaleString('en')} bytes`)
    entries.push(entry)
  }
  return entries
}

function exportEntry(zip: ZipFile, entry: Entry, limits: UnpackLimits): ExportEntry {
  const { fileName, compressedSize } = entry
  return {
    name: fileName,
    async *content() {
      let bytes = 0
      let checksum = 0
      const unpacked = await unlessDamaged(fileName, zip.openReadStreamPromise(entry))
      try {
        for await (const chunk of unpacked) {
          if (bytes === 0 && isArchive(chunk)) throw rejectionOf(fileName, NESTED)
          bytes += chunk.length
          rejectBomb(fileName, bytes, compressedSize, limits)
          checksum = crc32(chunk, checksum)
          yield chunk
        }
      } catch (error) {
        throw error instanceof InvalidRequest ? error : damaged(fileName, error)
      } finally {
        unpacked.destroy()
      }
      if (checksum !== entry.crc32) throw rejectionOf(fileName, 'is damaged: its checksum is wrong')
    },
  }
}

async function unlessDamaged<T>(fileName: string, opened: Promise<T>): Promise<T> {
  try {
    return await opened
  } catch (error) {
    throw damaged(fileName, error)
  }
}

function damaged(fileName: string, error: unknown): InvalidRequest {
  return rejectionOf(fileName, `is damaged or cut off: ${wordsOf(error)}`)
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
