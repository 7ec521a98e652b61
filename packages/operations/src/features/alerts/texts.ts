import type { Figure } from '@footfall/core-domain'
import type { AlertWatch } from './kind.ts'

/** Messages are in English, whoever reads them. */
const counts = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

export const countText = (value: number) => counts.format(value)

export const SPAN_WORDS = { hour: 'an hour', day: 'a day' } as const

/** A count beside what is usual. */
export const countedValue =
  (label: string): AlertWatch['figure'] =>
  ({ value, usual }): Figure => ({
    label,
    value: value === null ? 'Withheld: too few visitors' : countText(value),
    ...(usual !== null && { change: `usually ${countText(usual)}` }),
  })
