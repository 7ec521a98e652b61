/** When something new expires, as a form asks. */
export type ExpiryChoice = '30' | '90' | '365' | 'date' | 'never'

export interface ExpiryValues {
  readonly end: ExpiryChoice
  /** YYYY-MM-DD, if `end` is `date`. */
  readonly date: string
}

/** The chosen instant: the end of the chosen day; null for never, undefined while the date is missing. */
export function chosenExpiry({ end, date }: ExpiryValues, now = new Date()): string | null | undefined {
  switch (end) {
    case 'never':
      return null
    case 'date': {
      const endOfDay = new Date(`${date}T23:59:59`)
      return Number.isNaN(endOfDay.getTime()) ? undefined : endOfDay.toISOString()
    }
    case '30':
    case '90':
    case '365': {
      const later = new Date(now)
      later.setDate(later.getDate() + Number(end))
      return later.toISOString()
    }
  }
}
