import { z } from 'zod'

/** A text or a number as text; empty where there is none. */
export const text = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === null || value === undefined ? '' : String(value)))
