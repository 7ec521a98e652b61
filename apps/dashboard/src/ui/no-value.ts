/** Shown in place of a value that there cannot be. */
export const NO_VALUE = '–'
