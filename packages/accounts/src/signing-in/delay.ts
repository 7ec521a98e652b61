const SECOND_MS = 1_000

/** This many failures cause no delay, since people mistype. */
const FAILURES_WITHOUT_DELAY = 3
/** The maximum, so that failures of somebody else do not lock a person out for long. */
const DELAY_MS_MAX = 300 * SECOND_MS

/** The delay after consecutive failures: 1, 2, 4 … seconds. */
export function delayMs(failures: number): number {
  if (failures <= FAILURES_WITHOUT_DELAY) return 0
  return Math.min(SECOND_MS * 2 ** (failures - FAILURES_WITHOUT_DELAY - 1), DELAY_MS_MAX)
}
