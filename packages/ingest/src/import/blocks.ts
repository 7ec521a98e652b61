import type { FileHandle } from 'node:fs/promises'
import { InvalidRequest } from '@footfall/core-domain'

/** One row of a file with the line that it starts on: its value, or why it cannot be read. */
export type FileRow =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly unreadable: string }

/** Consecutive rows of a file. */
export interface Block {
  readonly rows: Iterable<FileRow>
  /** Byte offset of the next block. */
  readonly offset: number
  readonly lines: number
}

export interface FileReader {
  /** The block at an offset; the same offset gives the same block. Undefined at the end of the file. */
  block(offset: number, line: number): Promise<Block | undefined>
}

const LINE_FEED = 0x0a

/** No event is longer, whatever its texts are written with; a file without line feeds would be in memory as a whole. */
export const LINE_BYTES_MAX = 1024 ** 2
export const TOO_LONG = `is longer than ${LINE_BYTES_MAX.toLocaleString('en')} bytes`

/** Bytes up to a line feed near `blockBytes`; at the end of the file, the rest. They have their own buffer. */
export async function readLines(
  file: FileHandle,
  offset: number,
  blockBytes: number,
): Promise<{ bytes: Buffer<ArrayBuffer>; last: boolean } | undefined> {
  for (let size = blockBytes; ; size *= 2) {
    const buffer = Buffer.allocUnsafeSlow(size)
    const read = await fill(file, buffer, offset)
    if (read === 0) return undefined
    const last = read < size
    const end = last ? read : buffer.lastIndexOf(LINE_FEED, read - 1) + 1
    // Without a line feed, the line is longer than the block.
    if (end > 0) return { bytes: buffer.subarray(0, end), last }
    if (size >= LINE_BYTES_MAX) throw tooLong()
  }
}

export const tooLong = () => new InvalidRequest([{ path: 'file', message: `has a line that ${TOO_LONG}` }])

/** The lines of a block; the last one may have no line feed. */
export function countLines(bytes: Buffer): number {
  let lines = bytes.at(-1) === LINE_FEED ? 0 : 1
  for (let feed = bytes.indexOf(LINE_FEED); feed >= 0; feed = bytes.indexOf(LINE_FEED, feed + 1)) lines++
  return lines
}

async function fill(file: FileHandle, buffer: Buffer, offset: number): Promise<number> {
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, offset + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled
}
