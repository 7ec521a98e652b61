import type { FileHandle } from 'node:fs/promises'

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

/** Text up to a line feed near `blockBytes`; at the end of the file, the rest. */
export async function readLines(
  file: FileHandle,
  offset: number,
  blockBytes: number,
): Promise<{ text: string; bytes: number; last: boolean } | undefined> {
  for (let size = blockBytes; ; size *= 2) {
    const buffer = Buffer.allocUnsafe(size)
    const read = await fill(file, buffer, offset)
    if (read === 0) return undefined
    const last = read < size
    const end = last ? read : buffer.lastIndexOf(LINE_FEED, read - 1) + 1
    // Without a line feed, the line is longer than the block.
    if (end > 0) return { text: buffer.toString('utf8', 0, end), bytes: end, last }
  }
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
