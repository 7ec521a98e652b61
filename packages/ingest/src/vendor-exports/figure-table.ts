import { IMPORTED_FIGURES, type ImportedFigure } from '@footfall/core-domain'

type Figures = Readonly<Partial<Record<ImportedFigure, number>>>

/** The figures of many lines. */
export interface FigureTable {
  /** The number of the new line. */
  add(figures: Figures): number
  /** A figure that neither has stays unknown. */
  addTo(line: number, figures: Figures): void
  of(line: number): Figures
}

const WIDTH = IMPORTED_FIGURES.length
/** Stands for a figure that is unknown. */
const UNKNOWN = Number.NaN

/** Keeps figures as plain numbers: an export has a million lines, and objects for them cost more to keep than to read. */
export function figureTable(): FigureTable {
  let values = new Float64Array(1024 * WIDTH)
  let size = 0
  const grow = () => {
    const old = values
    values = new Float64Array(old.length * 2)
    values.set(old)
  }
  return {
    add(figures) {
      if ((size + 1) * WIDTH > values.length) grow()
      const start = size * WIDTH
      for (let i = 0; i < WIDTH; i++) values[start + i] = figures[nameOf(i)] ?? UNKNOWN
      return size++
    },
    addTo(line, figures) {
      const start = line * WIDTH
      for (let i = 0; i < WIDTH; i++) {
        const more = figures[nameOf(i)]
        if (more !== undefined) values[start + i] = (knownOf(values[start + i]) ?? 0) + more
      }
    },
    of(line) {
      const figures: Partial<Record<ImportedFigure, number>> = {}
      for (let i = 0; i < WIDTH; i++) {
        const value = knownOf(values[line * WIDTH + i])
        if (value !== undefined) figures[nameOf(i)] = value
      }
      return figures
    },
  }
}

const [FIRST] = IMPORTED_FIGURES
const nameOf = (i: number): ImportedFigure => IMPORTED_FIGURES[i] ?? FIRST

function knownOf(value: number | undefined): number | undefined {
  return value === undefined || Number.isNaN(value) ? undefined : value
}
