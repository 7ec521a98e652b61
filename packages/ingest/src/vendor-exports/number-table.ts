import { IMPORTED_NUMBERS, type ImportedNumber } from '@footfall/core-domain'

type Numbers = Readonly<Partial<Record<ImportedNumber, number>>>

/** The numbers of many imported days. */
export interface NumberTable {
  /** The number of the new line. */
  add(numbers: Numbers): number
  /** A number that neither has stays unknown. */
  addTo(line: number, numbers: Numbers): void
  of(line: number): Numbers
}

const WIDTH = IMPORTED_NUMBERS.length
const UNKNOWN = Number.NaN

/** Keeps the numbers in one array: an export has a million lines, and objects for them cost more to keep than to read. */
export function numberTable(): NumberTable {
  let values = new Float64Array(1024 * WIDTH)
  let size = 0
  const grow = () => {
    const old = values
    values = new Float64Array(old.length * 2)
    values.set(old)
  }
  return {
    add(numbers) {
      if ((size + 1) * WIDTH > values.length) grow()
      const start = size * WIDTH
      for (let i = 0; i < WIDTH; i++) values[start + i] = numbers[nameOf(i)] ?? UNKNOWN
      return size++
    },
    addTo(line, numbers) {
      const start = line * WIDTH
      for (let i = 0; i < WIDTH; i++) {
        const more = numbers[nameOf(i)]
        if (more !== undefined) values[start + i] = (knownOf(values[start + i]) ?? 0) + more
      }
    },
    of(line) {
      const numbers: Partial<Record<ImportedNumber, number>> = {}
      for (let i = 0; i < WIDTH; i++) {
        const value = knownOf(values[line * WIDTH + i])
        if (value !== undefined) numbers[nameOf(i)] = value
      }
      return numbers
    },
  }
}

const [FIRST] = IMPORTED_NUMBERS
const nameOf = (i: number): ImportedNumber => IMPORTED_NUMBERS[i] ?? FIRST

function knownOf(value: number | undefined): number | undefined {
  return value === undefined || Number.isNaN(value) ? undefined : value
}
