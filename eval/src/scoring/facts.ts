import type { Answer, Fact } from '../questions/question.ts'

/** Texts round to three significant digits or more. */
const ROUNDED = 0.006

/** The fields whose value is not the right one, each in words. */
export function wrongFields(answer: Answer, expected: Answer): readonly string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(answer)])]
  return names
    .filter((name) => !isSame(answer[name] ?? null, expected[name] ?? null))
    .map((name) => `${name} is ${JSON.stringify(answer[name] ?? null)}, not ${JSON.stringify(expected[name] ?? null)}`)
}

/** Whole numbers are exact, others may be rounded; texts may differ in case and in the space around them. */
function isSame(given: Fact, expected: Fact): boolean {
  if (typeof given === 'number' && typeof expected === 'number')
    return Number.isInteger(expected) ? given === expected : isNear(given, expected)
  if (typeof given === 'string' && typeof expected === 'string')
    return given.trim().toLowerCase() === expected.trim().toLowerCase()
  return given === expected
}

const isNear = (given: number, expected: number) => Math.abs(given - expected) <= Math.abs(expected) * ROUNDED

/** The fields that the texts do not say, so that a model could not know them. */
export function unsaidFields(
  answer: Answer,
  texts: readonly string[],
  workedOut: readonly string[],
): readonly string[] {
  const text = texts.join('\n')
  return Object.entries(answer)
    .filter(([name, value]) => !workedOut.includes(name) && !isSaid(value, text))
    .map(([name, value]) => `no text says ${name}: ${JSON.stringify(value)}`)
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

function isSaid(value: Fact, text: string): boolean {
  if (typeof value === 'number') return numbersIn(text).some((said) => isSame(said, value) || isNear(said, value * 100))
  if (typeof value === 'string' && DATE.test(value)) return datesOf(value).some((date) => text.includes(date))
  // JSON and quoted cells escape these.
  if (typeof value === 'string') return unescaped(text).includes(unescaped(value))
  return true
}

const numbersIn = (text: string) =>
  [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([n]) => Number(n.replaceAll(',', '')))
const unescaped = (text: string) => text.replaceAll('\\', '').replaceAll('""', '"')

/** A day as data and as people write it. */
function datesOf(day: string): readonly string[] {
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' })
  return [day, of({ day: 'numeric', month: 'short' }), of({ day: 'numeric', month: 'long' })]
}
