import type { FileHandle } from 'node:fs/promises'
import { countLines, type FileReader, type FileRow, LINE_BYTES_MAX, readLines, TOO_LONG } from './blocks.ts'

/** One JSON object per line; empty lines are skipped. */
export function ndjsonReader(file: FileHandle, blockBytes: number): FileReader {
  return {
    async block(offset, line) {
      const read = await readLines(file, offset, blockBytes)
      if (!read) return undefined
      return { rows: parseLines(read.bytes, line), offset: offset + read.bytes.length, lines: countLines(read.bytes) }
    },
  }
}

/**
 * Yields one row at a time, so that each can be collected before the next is parsed: keeping all of them takes twice
 * the time.
 */
export function* parseLines(bytes: Buffer, before: number): Iterable<FileRow> {
  const text = bytes.toString().replace(/^\ufeff/, '')
  for (let start = 0, line = before + 1; start < text.length; line++) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed
    if (end > start && text.slice(start, end) !== '\r') yield parseLine(text.slice(start, end), line)
    start = end + 1
  }
}

function parseLine(text: string, line: number): FileRow {
  if (text.length > LINE_BYTES_MAX) return { line, unreadable: TOO_LONG }
  try {
    return { line, value: JSON.parse(text) }
  } catch {
    return { line, unreadable: 'is not valid JSON' }
  }
}
