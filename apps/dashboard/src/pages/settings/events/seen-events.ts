import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { productQueryKey } from '../../../api/queries.ts'
import type { Metric } from '../../../api/types.ts'
import { addDays, todayIn } from '../../../statistics/date-range.ts'
import { oneMetric } from '../../../statistics/queries.ts'

const DAYS = 30
const NAMES = 100
const EVENTS: Metric[] = ['events']
/** Built-in events, which need no entry. */
const BUILT_IN: ReadonlySet<string> = new Set(['pageview', 'engagement'])

/** Names of recent custom events, the most frequent first. */
export const seenEventsQuery = (product: string, timezone: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'seen-events', timezone],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const to = todayIn(timezone, new Date())
      const query = { product, from: addDays(to, 1 - DAYS), to, metric: EVENTS, dimension: ['event'], limit: NAMES }
      const { data } = await answer(api.GET('/api/v1/stats', { params: { query }, signal }))
      return (oneMetric(data).rows ?? []).map(({ key }) => key).filter((name) => !BUILT_IN.has(name))
    },
    staleTime: 60_000,
  })
