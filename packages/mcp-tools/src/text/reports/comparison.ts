import type { Comparison, Measured } from '@footfall/core-domain'
import { spanText } from '../days.ts'
import { changeText } from '../numbers.ts'
import { cellOf, figureText, type Stated } from './figures.ts'

interface EarlierSpan {
  readonly period: Comparison
  readonly from: string
  readonly to: string
  readonly until?: string | undefined
}

/** The earlier span in words, with the instant at which it is cut. */
export function earlierSpanText({ period, from, to, until }: EarlierSpan): string {
  const cut = until === undefined ? '' : `, until ${until}`
  return `${period}: ${spanText({ from, to })}${cut}`
}

/** `; previous 11,002, +11.2 %`, or the state in place of the number. */
export function previousText(
  { value, change, ...stated }: Stated & { readonly value: number | null; readonly change?: number | null | undefined },
  measured: Measured,
): string {
  const changed = change === null || change === undefined ? '' : `, ${changeText(change)}`
  return `; previous ${cellOf(value === null ? undefined : figureText(value, measured), stated)}${changed}`
}
