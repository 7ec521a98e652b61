import type { ExportEntry } from './archive.ts'
import { rejectionAt } from './place.ts'
import { textChunks } from './text-chunks.ts'

export interface JsonValue {
  /** The line on which it begins, from 1. */
  readonly line: number
  readonly value: unknown
}

const VALUE_CHARACTERS_MAX = 64 * 1024 ** 2
/** Within one object. Empty ones take little of a file and much memory. */
const OBJECTS_MAX = 5_000_000

/**
 * The objects of a JSON entry, in blocks: those of one array, one on each line, or a single one. They are found by their
 * brackets, so an array of any length is read in pieces.
 */
export async function* jsonValues(entry: ExportEntry): AsyncGenerator<readonly JsonValue[]> {
  const scanner = objectScanner(entry.name)
  for await (const chunk of textChunks(entry)) {
    const values = scanner.scan(chunk)
    if (values.length > 0) yield values
  }
  scanner.end()
}

const OPEN = /["[\]{}\n]/g
const IN_STRING = /["\\\n]/g

function objectScanner(entry: string) {
  let text = ''
  let line = 1
  let startLine = 1
  let depth = 0
  let objects = 0
  let inString = false
  let brackets = 0
  const rejection = (message: string) => rejectionAt({ entry, line }, '', message)

  function scan(chunk: string): readonly JsonValue[] {
    const values: JsonValue[] = []
    let start = depth > 0 ? 0 : -1
    let at = 0
    for (;;) {
      const pattern = inString ? IN_STRING : OPEN
      pattern.lastIndex = at
      const found = pattern.exec(chunk)
      if (!found) break
      at = found.index + 1
      const [character] = found
      if (character === '\n') line++
      else if (character === '\\') at = skipEscape(at)
      else if (character === '"') inString = !inString
      else if (character === '{') {
        if (depth === 0) {
          start = found.index
          startLine = line
          objects = 0
        }
        depth++
        objects++
      } else if (character === '}') {
        depth--
        if (depth < 0) throw rejection('is not valid JSON')
        if (depth > 0) continue
        values.push({ line: startLine, value: parse(text + chunk.slice(Math.max(start, 0), at)) })
        text = ''
        start = -1
      } else if (depth === 0) brackets += character === '[' ? 1 : -1
    }
    if (depth > 0) text += chunk.slice(Math.max(start, 0))
    skipped = Math.max(0, at - chunk.length)
    if (text.length > VALUE_CHARACTERS_MAX || objects > OBJECTS_MAX) throw rejection('is too long')
    return values
  }

  /** Characters of the next chunk that an escape at the end of this one takes. */
  let skipped = 0
  function skipEscape(at: number): number {
    return at + 1
  }

  function parse(json: string): unknown {
    try {
      return JSON.parse(json)
    } catch {
      throw rejectionAt({ entry, line: startLine }, '', 'is not valid JSON')
    }
  }

  return {
    scan: (chunk: string) => {
      if (skipped === 0) return scan(chunk)
      // The character after a backslash came in another chunk: it is kept in the text and not looked at.
      const head = chunk.slice(0, skipped)
      if (depth > 0) text += head
      skipped = 0
      return scan(chunk.slice(head.length))
    },
    end: () => {
      if (depth > 0 || inString || brackets !== 0) throw rejection('ends in the middle: the file is cut off')
    },
  }
}
