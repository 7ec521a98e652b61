import type { CrawlersQuery, ReportScope } from '@footfall/core-domain'
import { answerStats } from '../answer/stats.ts'
import type { Reader } from '../cache/reader.ts'
import { AVAILABLE, type Stated, WITHHELD } from '../read/states.ts'

/** The visits of people whom some sources sent. */
type VisitsFrom = Stated & { readonly visits: number | null }

/** The visits that each of some sources sent in the days of a report, as the statistics count them. */
export async function visitsFromAssistants(
  reader: Reader,
  scope: ReportScope,
  { period, from, to }: CrawlersQuery,
  sources: readonly string[],
): Promise<(of: readonly string[]) => VisitsFrom> {
  if (sources.length === 0) return () => ({ ...AVAILABLE, visits: 0 })
  const { data } = await answerStats(reader, scope, {
    ...{ period, from, to },
    metrics: ['visits'],
    dimensions: ['source'],
    filters: [{ dimension: 'source', operator: 'is', values: [...sources] }],
    limit: sources.length,
    offset: 0,
  })
  if (!('value' in data)) throw new TypeError('the answer about one metric has one value')
  const { state, reason, rows = [] } = data
  return (of) => {
    // A source without visits has no row, and its zero is true under any filter.
    const isZero = state === 'empty' && (reason === 'value_never_seen' || reason === null)
    if (state !== 'available' && !isZero) return { state, reason, visits: null }
    const own = rows.filter(({ key }) => of.includes(key))
    if (own.some((row) => row.state === 'withheld')) return { ...WITHHELD, visits: null }
    return { ...AVAILABLE, visits: own.reduce((sum, { value }) => sum + (value ?? 0), 0) }
  }
}
