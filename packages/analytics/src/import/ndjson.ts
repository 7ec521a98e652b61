import type { FileHandle } from 'node:fs/promises'
import { type FileReader, type FileRow, readLines } from './blocks.ts'

/** One JSON object a line; empty lines are passed over. */
export function ndjsonReader(file: FileHandle, blockBytes: number): FileReader {
  return {
    async block(offset, line) {
      const read = await readLines(file, offset, blockBytes)
      if (!read) return undefined
      const lines = read.text.replace(/^\ufeff/, '').split('\n')
      // What follows the last line feed is the beginning of no line.
      if (lines.at(-1) === '') lines.pop()
      return { rows: parseLines(lines, line), offset: offset + read.bytes, lines: lines.length }
    },
  }
}

function* parseLines(lines: readonly string[], before: number): Iterable<FileRow> {
  for (let i = 0; i < lines.length; i++) {
    const text = lines[i] ?? ''
    if (text === '' || text === '\r') continue
    yield parseLine(text, before + i + 1)
  }
}

function parseLine(text: string, line: number): FileRow {
  try {
    return { line, value: JSON.parse(text) }
  } catch {
    return { line, unreadable: 'is not valid JSON' }
  }
}
