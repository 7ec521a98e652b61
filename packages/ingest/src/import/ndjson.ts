import type { FileHandle } from 'node:fs/promises'
import { type FileReader, type FileRow, readLines } from './blocks.ts'

/** One JSON object per line; empty lines are skipped. */
export function ndjsonReader(file: FileHandle, blockBytes: number): FileReader {
  return {
    async block(offset, line) {
      const read = await readLines(file, offset, blockBytes)
      if (!read) return undefined
      const text = read.text.replace(/^\ufeff/, '')
      return { rows: parseLines(text, line), offset: offset + read.bytes, lines: countLines(text) }
    },
  }
}

/**
 * Yields one row at a time, so that each can be collected before the next is parsed: keeping all of them takes twice
 * the time.
 */
function* parseLines(text: string, before: number): Iterable<FileRow> {
  for (let start = 0, line = before + 1; start < text.length; line++) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed
    if (end > start && text.slice(start, end) !== '\r') yield parseLine(text.slice(start, end), line)
    start = end + 1
  }
}

function countLines(text: string): number {
  let lines = text.endsWith('\n') ? 0 : 1
  for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', feed + 1)) lines++
  return lines
}

function parseLine(text: string, line: number): FileRow {
  try {
    return { line, value: JSON.parse(text) }
  } catch {
    return { line, unreadable: 'is not valid JSON' }
  }
}
