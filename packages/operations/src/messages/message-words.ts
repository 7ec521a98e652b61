import {
  type Language,
  type LocalDate,
  type NumberWriter,
  numberWriter,
  type TextKey,
  textsIn,
} from '@footfall/core-domain'

/** Words, numbers and dates of a message in the language of its reader. */
export interface MessageWords extends NumberWriter {
  readonly language: Language
  say(key: TextKey, values?: Readonly<Record<string, string | number>>): string
  /** `16 Nov 2026`, or `16 – 22 Nov 2026`. */
  days(range: { readonly from: LocalDate; readonly to: LocalDate }): string
  /** An instant in a time zone, with its name. */
  instant(at: string, timeZone: string): string
  list(texts: readonly string[]): string
  /** A number with one digit after the point at most. */
  rounded(value: number): string
  /** A number with three digits after the point at most. */
  score(value: number): string
}

/** Dates in English have the order that readers of any country understand. */
const localeOfDates = (language: Language) => (language === 'en' ? 'en-GB' : language)

export function messageWords(language: Language): MessageWords {
  const { say } = textsIn(language)
  const numbers = numberWriter(language, 'long')
  const locale = localeOfDates(language)
  const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const lists = new Intl.ListFormat(language)
  return {
    language,
    count: (value) => plainSpaces(numbers.count(value)),
    decimal: (value) => plainSpaces(numbers.decimal(value)),
    percent: (ratio) => plainSpaces(numbers.percent(ratio)),
    change: (change) => plainSpaces(numbers.change(change)),
    points: (difference) => plainSpaces(numbers.points(difference)),
    milliseconds: (value) => plainSpaces(numbers.milliseconds(value)),
    duration: (seconds) => plainSpaces(numbers.duration(seconds)),
    money: (amount, currency) => plainSpaces(numbers.money(amount, currency)),
    say: (key, values) => plainSpaces(say(key, values)),
    days({ from, to }) {
      const [first, last] = [new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)]
      return plainSpaces(from === to ? dates.format(first) : dates.formatRange(first, last))
    },
    instant(at, timeZone) {
      const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
      return `${plainSpaces(format.format(new Date(at)))} (${timeZone})`
    },
    list: (texts) => lists.format(texts),
    rounded: (value) => plainSpaces(value.toLocaleString(language, { maximumFractionDigits: 1 })),
    score: (value) => plainSpaces(value.toLocaleString(language, { maximumFractionDigits: 3 })),
  }
}

/** Programs for email show thin and non-breaking spaces as odd characters. */
const plainSpaces = (text: string) => text.replaceAll(/\s/g, ' ')
