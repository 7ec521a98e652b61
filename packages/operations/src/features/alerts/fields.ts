import { z } from 'zod'

/** Fields that several kinds of alerts have. */
export const spanField = z
  .enum(['hour', 'day'])
  .meta({ description: 'The last full hour or day, of the clock of the product.' })
export const minimumField = z.int().min(1).max(1_000_000_000)
