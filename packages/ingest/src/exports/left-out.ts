import type { Place } from './files/place.ts'
import type { LeftOut, LeftOutLine } from './summary.ts'

const LINES_MAX = 20

/** Counts what is not taken, by what it is, and keeps the first lines. */
export function leftOutCounts() {
  const counts = new Map<string, { count: number; lines: LeftOutLine[] }>()
  let lines = 0
  return {
    add(what: string, { entry, line }: Place): void {
      const found = counts.get(what)
      const of = found ?? { count: 0, lines: [] }
      of.count++
      if (lines < LINES_MAX) {
        of.lines.push({ entry, line })
        lines++
      }
      if (!found) counts.set(what, of)
    },
    addCount(what: string, count: number): void {
      if (count > 0)
        counts.set(what, { count: (counts.get(what)?.count ?? 0) + count, lines: counts.get(what)?.lines ?? [] })
    },
    list: (): readonly LeftOut[] => [...counts].map(([what, { count, lines }]) => ({ what, count, lines })),
  }
}
