import { rejectionOf } from './place.ts'

/** One file of an export, which can be read several times. */
export interface ExportEntry {
  /** The name in the archive, for messages and recognition only; empty for a file that is not an archive. */
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

const ZIP = Buffer.from([0x50, 0x4b])
const GZIP = Buffer.from([0x1f, 0x8b])

/** Whether content is an archive itself; those of an export are not opened. */
export function isArchive(start: Buffer): boolean {
  return isZip(start) || isGzip(start)
}

/** `PK` followed by the kinds of records that a zip archive begins with. */
export function isZip(start: Buffer): boolean {
  return start.subarray(0, 2).equals(ZIP) && (start[2] ?? 0) < 9 && (start[3] ?? 0) < 9
}

export function isGzip(start: Buffer): boolean {
  return start.subarray(0, 2).equals(GZIP)
}

export const NESTED = 'is an archive within an archive; unpack the outer one first'
const RATIO_FREE_BYTES = 1024 ** 2

/** Rejects content that unpacks to more than an export can hold. */
export function rejectBomb(entry: string, bytes: number, packedBytes: number, limits: UnpackLimits): void {
  if (bytes > limits.bytesMax)
    throw rejectionOf(entry, `unpacks to more than ${limits.bytesMax.toLocaleString('en')} bytes`)
  if (bytes > RATIO_FREE_BYTES && bytes > packedBytes * limits.ratioMax)
    throw rejectionOf(entry, `unpacks to more than ${limits.ratioMax} times its size, which no export does`)
}
