import type { Comparison, Measured } from '@footfall/core-domain'
import { rangeText } from '../days.ts'
import { cellOf, changeOf, type Stated, valueText } from './values.ts'

interface EarlierPeriod {
  readonly period: Comparison
  readonly from: string
  readonly to: string
  readonly until?: string | undefined
}

/** The earlier period in words, with the instant at which it ends. */
export function earlierPeriodText({ period, from, to, until }: EarlierPeriod): string {
  const cut = until === undefined ? '' : `, until ${until}`
  return `${period}: ${rangeText({ from, to })}${cut}`
}

/** `; previous 11,002, +11.2 %`, or the state in place of the number. */
export function previousText(
  { value, change, ...stated }: Stated & { readonly value: number | null; readonly change?: number | null | undefined },
  measured: Measured,
  now: number | null,
): string {
  const changed =
    change === null || change === undefined ? '' : `, ${changeOf(change, { value: now, previous: value }, measured)}`
  return `; previous ${cellOf(value === null ? undefined : valueText(value, measured), stated)}${changed}`
}
