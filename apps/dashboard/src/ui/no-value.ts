/** Shown where there can be no value. */
export const NO_VALUE = '–'
