import { z } from 'zod'
import { PROPERTY_NAME_LENGTH_MAX, PROPERTY_VALUE_LENGTH_MAX } from '../dimensions.ts'

/** Of the events, only those whose property has exactly this value. */
export const PropertyMatch = z.strictObject({
  name: z.string().min(1, 'must not be empty').max(PROPERTY_NAME_LENGTH_MAX),
  value: z.string().min(1, 'must not be empty').max(PROPERTY_VALUE_LENGTH_MAX),
})
export type PropertyMatch = z.infer<typeof PropertyMatch>
