import { z } from 'zod'
import { CrawlerDimension, CrawlerPurpose } from '../statistics.ts'
import { Timestamp } from '../time/instant.ts'
import { LocalDate } from '../time/local-date.ts'
import { change, count, stated } from './parts.ts'
import { comparedPeriod } from './stats.ts'

/** With `compare`, the hits of the earlier period. */
const comparedHits = { previous: count.nullable().optional(), change: change.optional() }

export const CrawlersReport = z.object({
  ...stated,
  hits: count.nullable(),
  purposes: z.array(z.object({ purpose: CrawlerPurpose, hits: count, ...comparedHits })),
  crawlers: z.array(
    z.object({
      crawler: z.string(),
      purpose: CrawlerPurpose,
      hits: count,
      pages: count,
      errors: count.meta({ description: 'Hits answered with a status of 400 or above, where the status is known.' }),
      last_seen_at: Timestamp,
      ...comparedHits,
    }),
  ),
  pages: z.array(z.object({ path: z.string(), hits: count, ...comparedHits })),
  series: z.array(z.object({ date: LocalDate, hits: count })),
  operators: z
    .array(
      z.object({
        operator: z.string(),
        hits: count,
        ...comparedHits,
        visits_from: z
          .object({ sources: z.array(z.string()), ...stated, visits: count.nullable() })
          .nullable()
          .meta({
            description:
              'The visits of people whom its assistant sent in the same days, by source; null where it has none, and on a shared link that does not show the overview. Filters of crawlers do not apply.',
          }),
      }),
    )
    .optional()
    .meta({ description: 'The operators of known crawlers, by hits.' }),
  verification: z
    .array(z.object({ verified: z.boolean().nullable(), hits: count }))
    .optional()
    .meta({
      description:
        'true: from an address that the operator publishes, or with its signature; false: neither; null: nothing proves or disproves it, as for every address while no list has been fetched.',
    }),
  address_lists: z
    .object({
      lists: count.meta({ description: 'How many lists have been fetched.' }),
      fetched_on: LocalDate.nullable().meta({
        description: 'The latest day on which one was fetched, in UTC; null where none has been.',
      }),
    })
    .optional()
    .meta({
      description:
        'The published lists by which addresses are verified. Until `footfall crawlers update` has fetched them, no hit is verified by its address.',
    }),
  rows: z
    .array(
      z.object({
        key: z.string().meta({ description: 'The value of the dimension; `unknown` for a status that is not known.' }),
        keys: z.array(z.string()).optional().meta({ description: 'With two dimensions, the value of each.' }),
        hits: count,
        errors: count,
        verified: count.meta({ description: 'Hits that are verified.' }),
        last_seen_at: Timestamp,
        ...comparedHits,
      }),
    )
    .optional()
    .meta({ description: 'With `dimension`: its values, by hits.' }),
  dimensions: z.array(CrawlerDimension).optional().meta({ description: 'Of the rows.' }),
  comparison: z.object({ ...comparedPeriod, ...stated, hits: count.nullable(), change }).optional(),
})
export type CrawlersReport = z.infer<typeof CrawlersReport>
