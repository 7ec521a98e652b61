import { z } from 'zod'
import { SegmentId } from '../ids.ts'
import { Filters } from '../statistics.ts'
import { Timestamp } from '../time/instant.ts'
import { mutable, personText } from './common.ts'

/** Filters of a product under a name, for every question that takes filters. */
export const Segment = z.object({
  id: SegmentId,
  name: personText(120),
  filters: Filters.min(1, 'must not be empty').meta({ description: 'All must hold.' }),
  created_at: Timestamp,
  ...mutable,
})
export type Segment = z.infer<typeof Segment>
