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
