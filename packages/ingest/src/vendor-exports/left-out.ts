import type { Place } from './files/place.ts'
import type { LeftOut } from './summary.ts'

const LINES_MAX = 20
/** Files choose some of the words, such as the name of a column. */
const KINDS_MAX = 100
const WORDS_LENGTH_MAX = 200

/** Counts what is not taken, by what it is, and keeps the first lines. */
export function leftOutCounts() {
  const counts = new Map<string, { count: number; lines: Place[] }>()
  let lines = 0
  return {
    add(words: string, { entry, line }: Place): void {
      const short = words.slice(0, WORDS_LENGTH_MAX)
      const what = counts.has(short) || counts.size < KINDS_MAX ? short : 'rows of other kinds'
      const found = counts.get(what)
      const of = found ?? { count: 0, lines: [] }
      of.count++
      if (lines < LINES_MAX) {
        of.lines.push({ entry, line })
        lines++
      }
      if (!found) counts.set(what, of)
    },
    list: (): readonly LeftOut[] => [...counts].map(([what, { count, lines }]) => ({ what, count, lines })),
  }
}
