const SECOND_MS = 1_000

/** So many tries may fail before the first wait: people mistype. */
const FREE_FAILURES = 3
/** No wait is longer, so that nobody can keep a person out for long by failing in their name. */
const DELAY_MS_MAX = 300 * SECOND_MS

/** How long nobody may try after so many failures in a row: 1, 2, 4 … seconds after the first few. */
export function delayMs(failures: number): number {
  if (failures <= FREE_FAILURES) return 0
  return Math.min(SECOND_MS * 2 ** (failures - FREE_FAILURES - 1), DELAY_MS_MAX)
}
