import { z } from 'zod'

/**
 * What the additional script reports about a page: how fast it was for its visitor, and which errors its scripts threw.
 * Anybody can send these reports, so they are limited here and cleaned when they arrive.
 */

/** The names that `POST /api/event` keeps for these reports. */
export const WEB_VITALS_EVENT = 'web_vitals'
export const SCRIPT_ERROR_EVENT = 'script_error'

/** Longer times are kept as this many milliseconds. */
export const VITAL_MS_MAX = 600_000
/** Larger layout shifts are kept as this score. */
export const VITAL_SCORE_MAX = 100

const measured = z.number().min(0).max(Number.MAX_SAFE_INTEGER)

/** Times in milliseconds, `cls` as a score. What the browser could not measure is left out. */
export const WebVitals = z
  .strictObject({
    lcp: measured.optional(),
    inp: measured.optional(),
    cls: measured.optional(),
    ttfb: measured.optional(),
    fcp: measured.optional(),
  })
  .refine((vitals) => Object.keys(vitals).length > 0, 'must hold a value')
export type WebVitals = z.output<typeof WebVitals>

export const ERROR_MESSAGE_LENGTH_MAX = 500
export const ERROR_SOURCE_LENGTH_MAX = 500
/** In bytes of UTF-8. */
export const ERROR_STACK_BYTES_MAX = 2048
/** How often one page may say that the same error happened. */
const ERROR_COUNT_MAX = 1000

const place = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Longer texts are cut when they arrive. */
export const ScriptError = z.strictObject({
  message: z.string().min(1).max(4096),
  /** The address of the script; its query and fragment are removed. */
  source: z.string().max(4096).optional(),
  line: place.optional(),
  column: place.optional(),
  stack: z.string().max(16_384).optional(),
  /** How often it happened since the last report. */
  count: z.int().min(1).max(ERROR_COUNT_MAX).default(1),
})
export type ScriptError = z.output<typeof ScriptError>
