import { z } from 'zod'
import { Timestamp } from '../time/instant.ts'
import { LocalDate } from '../time/local-date.ts'
import { change, count, ratio, stated } from './parts.ts'
import { comparedPeriod } from './stats.ts'

const searchNumbers = {
  clicks: count,
  impressions: count,
  ctr: ratio.nullable().meta({ description: 'Clicks ÷ impressions; null without impressions.' }),
  position: z.number().nullable().meta({ description: 'Average position in the results; null without impressions.' }),
}
const SearchRow = z.object({
  key: z.string(),
  ...searchNumbers,
  previous: z.object(searchNumbers).nullable().optional().meta({
    description: 'With `compare`: the same of the earlier period; null where it is not known.',
  }),
  change: change.optional().meta({ description: 'With `compare`: of the clicks.' }),
})
export const SearchConsoleReport = z.object({
  ...stated,
  totals: z.object(searchNumbers).nullable(),
  series: z.array(z.object({ date: LocalDate, ...searchNumbers })),
  queries: z.array(SearchRow),
  pages: z.array(SearchRow),
  countries: z.array(SearchRow),
  devices: z.array(SearchRow),
  comparison: z
    .object({
      ...comparedPeriod,
      ...stated,
      totals: z.object(searchNumbers).nullable(),
      change: change.meta({ description: 'Of the clicks.' }),
      compared_to: LocalDate.meta({
        description:
          'The last day of the period asked for that the provider has reported; the earlier period has as many days as there are until then.',
      }),
    })
    .optional(),
  synced_at: Timestamp.nullable(),
  demo: z.boolean().meta({ description: 'true: the numbers are made up for the demo.' }),
})
export type SearchConsoleReport = z.infer<typeof SearchConsoleReport>
