import { z } from 'zod'
import { ValueState } from '../statistics.ts'
import { count, stated } from './parts.ts'

export const JOURNEY_DIRECTIONS = ['before', 'after'] as const
export const JourneyDirection = z.enum(JOURNEY_DIRECTIONS)
export type JourneyDirection = z.infer<typeof JourneyDirection>

const journeyKey = z.string().meta({
  description:
    'A path; (entry) where the visit began, (exit) where it ended, (other) all that are not listed together.',
})
const JourneyStep = z.object({
  rows: z
    .array(z.object({ key: journeyKey, visits: count.nullable(), state: ValueState }))
    .meta({ description: 'The ten pages of most visits, the largest first, then (other).' }),
  links: z.array(z.object({ from: journeyKey, to: journeyKey, visits: count.nullable(), state: ValueState })).meta({
    description: 'Visits between rows of this step and of the one nearer to the page, in the order of travel.',
  }),
})
/** A visit that saw the page twice is in the rows of both, so rows can add up to more than `visits`. */
export const JourneysReport = z.object({
  page: z.string(),
  ...stated,
  visits: count.nullable().meta({ description: 'Visits that viewed the page.' }),
  before: z.array(JourneyStep).optional().meta({ description: 'Where they came from, the last step first.' }),
  after: z.array(JourneyStep).optional().meta({ description: 'Where they went, the next step first.' }),
})
export type JourneysReport = z.infer<typeof JourneysReport>
