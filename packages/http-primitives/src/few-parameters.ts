/**
 * The most parameters of a query. Anyone may send them, and they are decoded before the caller is known: thirty thousand
 * parameters took between 15 ms and several seconds.
 */
export const PARAMETERS_MAX = 500

/** The most fields of a form, which may have one for each product of an account. */
export const FIELDS_MAX = 2_500

/** Whether a query or a form has more parameters than that, without decoding it. */
export function hasTooManyParameters(text: string, max: number = PARAMETERS_MAX): boolean {
  let at = -1
  for (let count = 1; count <= max; count++) {
    at = text.indexOf('&', at + 1)
    if (at < 0) return false
  }
  return true
}
