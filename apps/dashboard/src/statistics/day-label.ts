import { formatDay } from './format.ts'

/** Labels for points that are days, as the axis and the tooltip show them. */
export function dayLabel(days: readonly { readonly date: string }[], at: number): string {
  const day = days[at]?.date
  return day === undefined ? '' : formatDay(day, 'short')
}
