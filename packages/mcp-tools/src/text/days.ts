const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A date range in words: `1 Aug – 31 Aug 2026`. */
export function rangeText({ from, to }: { readonly from: string; readonly to: string }): string {
  if (from === to) return dayText(from)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  return `${isOneYear ? dayText(from).slice(0, -5) : dayText(from)} – ${dayText(to)}`
}

/** `2026-08-01` as `1 Aug 2026`. */
function dayText(date: string): string {
  const [year, month, day] = date.split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}

/**
 * The differing parts of the instants of a series: days if each is on another day, otherwise day and time, with the offset if
 * it is not the same for all.
 */
export function startTexts(instants: readonly string[]): readonly string[] {
  if (new Set(instants.map((at) => at.slice(0, DATE))).size === instants.length) {
    return instants.map((at) => at.slice(0, DATE))
  }
  const isOneOffset = new Set(instants.map((at) => at.slice(SECONDS))).size === 1
  return instants.map(
    (at) => `${at.slice(0, DATE)} ${at.slice(DATE + 1, MINUTES)}${isOneOffset ? '' : at.slice(SECONDS)}`,
  )
}

/** An instant in UTC to the minute: `2026-08-01 10:15`. */
export const minuteText = (instant: string): string => `${instant.slice(0, DATE)} ${instant.slice(DATE + 1, MINUTES)}`

const DATE = 'YYYY-MM-DD'.length
const MINUTES = 'YYYY-MM-DDTHH:MM'.length
const SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length
