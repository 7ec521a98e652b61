/**
 * The most parameters of a query or a form. Anyone may send them, and they are decoded before the caller is known: thirty thousand
 * parameters took between 15 ms and several seconds.
 */
export const PARAMETERS_MAX = 500

/** Whether a query or a form has more parameters than that, without decoding it. */
export function hasTooManyParameters(text: string): boolean {
  let at = -1
  for (let count = 1; count <= PARAMETERS_MAX; count++) {
    at = text.indexOf('&', at + 1)
    if (at < 0) return false
  }
  return true
}
