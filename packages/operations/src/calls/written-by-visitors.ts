import { pathsWithText } from '@footfall/kernel'

/** Values near to one that was asked for are collected ones. */
const NEAR_VALUES = ['meta.hints[].did_you_mean[]']

/** Paths of an answer that can hold text of visitors, of which those are listed where there is such text. */
export function writtenByVisitors(
  answer: Readonly<Record<string, unknown>>,
  inData: readonly string[],
): readonly string[] {
  return pathsWithText(answer, inData, NEAR_VALUES)
}
