import type { StatsValue } from '@footfall/core-domain'
import type { Question } from '../question/question.ts'

/** A number and the visitors behind it. */
export interface Cell {
  readonly value: number | null
  readonly people: number
  /** Visitors behind what only a question with fewer filters counts, which subtraction would reveal. */
  readonly complements?: readonly number[]
}

/** Too few visitors to show, or to reveal by subtraction. No visitor at all is a true zero and reveals nobody. */
export function isTooFew({ value, people, complements = [] }: Cell, threshold: number): boolean {
  return isSmall({ value, people }, threshold) || complements.some((count) => count > 0 && count < threshold)
}

function isSmall({ value, people }: Cell, threshold: number): boolean {
  return people < threshold && (people > 0 || (value ?? 0) !== 0)
}

/**
 * Which cells of one answer to withhold: those of too few visitors and, if there are any, the next smallest until the
 * withheld ones together reach the threshold. Otherwise the total less the other cells would reveal a single one. The same
 * holds for each complement of the cells. `breakdownStatement` does the same in SQL for rows.
 */
export function withheldCells(cells: readonly Cell[], threshold: number): ReadonlySet<number> {
  const complements = Math.max(0, ...cells.map((cell) => cell.complements?.length ?? 0))
  const ofComplements = Array.from({ length: complements }, (_, i) =>
    cells.map((cell) => ({ value: 0, people: cell.complements?.[i] ?? 0 })),
  )
  return new Set([cells, ...ofComplements].flatMap((counted) => smallestOf(counted, threshold)))
}

function smallestOf(cells: readonly Cell[], threshold: number): readonly number[] {
  const withheld: number[] = []
  if (threshold === 0 || !cells.some((cell) => isSmall(cell, threshold))) return withheld
  const filled = cells
    .map((cell, index) => ({ ...cell, index }))
    .filter(({ people, value }) => people > 0 || (value ?? 0) !== 0)
    .sort((a, b) => a.people - b.people || a.index - b.index)
  let together = 0
  for (const cell of filled) {
    if (!isSmall(cell, threshold) && together >= threshold) break
    withheld.push(cell.index)
    together += cell.people
  }
  return withheld
}

/**
 * Whether the points and rows of several products are withheld: with a threshold, a sum less the numbers of the other products
 * would reveal the few visitors of one.
 */
export function hidesSums({ parts, threshold }: Pick<Question, 'parts' | 'threshold'>): boolean {
  return parts !== undefined && parts.length > 1 && threshold > 0
}

/** A cell as an answer has it. */
export function shown({ value }: Pick<Cell, 'value'>, withheld: boolean): StatsValue {
  if (withheld) return { value: null, state: 'withheld' }
  return { value, state: value === null ? 'empty' : 'available' }
}
