import type { StatsValue } from '@footfall/core-domain'

/** A figure and the visitors behind it. */
export interface Cell {
  readonly value: number | null
  readonly people: number
}

/** Too few visitors to be shown. Nobody at all is a true zero and gives nobody away. */
export function isTooFew({ value, people }: Cell, threshold: number): boolean {
  return people < threshold && (people > 0 || (value ?? 0) !== 0)
}

/**
 * Which cells of one answer to withhold: those of too few visitors and, if there are any, the next smallest until the
 * withheld ones together reach the threshold. Otherwise the total less the other cells would tell a single one.
 * `breakdownStatement` does the same in SQL for rows.
 */
export function withheldCells(cells: readonly Cell[], threshold: number): ReadonlySet<number> {
  const withheld = new Set<number>()
  if (threshold === 0 || !cells.some((cell) => isTooFew(cell, threshold))) return withheld
  const filled = cells
    .map((cell, index) => ({ ...cell, index }))
    .filter(({ people, value }) => people > 0 || (value ?? 0) !== 0)
    .sort((a, b) => a.people - b.people || a.index - b.index)
  let together = 0
  for (const cell of filled) {
    if (!isTooFew(cell, threshold) && together >= threshold) break
    withheld.add(cell.index)
    together += cell.people
  }
  return withheld
}

/** A cell as an answer has it. */
export function shown({ value }: Pick<Cell, 'value'>, withheld: boolean): StatsValue {
  if (withheld) return { value: null, state: 'withheld' }
  return { value, state: value === null ? 'empty' : 'available' }
}
