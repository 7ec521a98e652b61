import { z } from 'zod'
import { PROPERTY_NAME_LENGTH_MAX, PROPERTY_VALUE_LENGTH_MAX } from '../dimensions.ts'
import { collectedText } from './common.ts'

/** Of the events, only those whose property has exactly this value. */
export const PropertyMatch = z.strictObject({
  name: collectedText(PROPERTY_NAME_LENGTH_MAX),
  value: collectedText(PROPERTY_VALUE_LENGTH_MAX),
})
export type PropertyMatch = z.infer<typeof PropertyMatch>
