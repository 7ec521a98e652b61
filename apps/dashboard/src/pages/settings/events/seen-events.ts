import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { productKey } from '../../../api/queries.ts'
import { addDays, todayIn } from '../../../statistics/span.ts'

const DAYS = 30
const NAMES = 100
/** These come from the tracker and need no entry. */
const BUILT_IN: ReadonlySet<string> = new Set(['pageview', 'engagement'])

/** Names of custom events that arrived lately, the most frequent first. */
export const seenEventsQuery = (product: string, timezone: string) =>
  queryOptions({
    queryKey: [...productKey(product), 'seen-events', timezone],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const to = todayIn(timezone, new Date())
      const query = {
        product,
        from: addDays(to, 1 - DAYS),
        to,
        metric: 'events',
        dimension: 'event',
        limit: NAMES,
      } as const
      const { data } = await answer(api.GET('/api/v1/stats', { params: { query }, signal }))
      return (data.rows ?? []).map(({ key }) => key).filter((name) => !BUILT_IN.has(name))
    },
    staleTime: 60_000,
  })
