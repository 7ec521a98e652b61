import { createHash } from 'node:crypto'

/** Numbers from 0 to below 1 that follow from a seed: the same seed gives the same numbers. */
export interface Dice {
  /** From 0 to below 1. */
  roll(): number
  /** An integer from 0 to below the limit. */
  below(limit: number): number
  /** One of the entries, by its weight, which comes first in it. */
  weighted<T extends readonly [number, ...unknown[]]>(entries: readonly T[]): T
}

export function diceOf(...seed: readonly (string | number)[]): Dice {
  let rolls = 0
  const roll = () =>
    createHash('sha256')
      .update([...seed, rolls++].join(':'))
      .digest()
      .readUInt32BE() /
    2 ** 32
  return {
    roll,
    below: (limit) => Math.floor(roll() * limit),
    weighted(entries) {
      let rest = roll() * entries.reduce((total, [weight]) => total + weight, 0)
      const found = entries.find(([weight]) => {
        rest -= weight
        return rest < 0
      })
      const chosen = found ?? entries.at(-1)
      if (chosen === undefined) throw new Error('There is nothing to choose from.')
      return chosen
    },
  }
}
