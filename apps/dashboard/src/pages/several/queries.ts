import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import type { StatsAnswer } from '../../api/types.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import { filtersQuery } from '../../statistics/filters.ts'
import { oneMetric, severalMetrics, type TableRow } from '../../statistics/queries.ts'
import { type SeveralSearch, SUMMED_METRICS, type SummedMetric } from './search.ts'

/** What is asked of the products together. */
export function askedOf({ products, period = '30d', filters }: SeveralSearch) {
  return {
    product: products === undefined ? 'all' : products.join(','),
    period,
    compare: 'previous_period' as const,
    ...filtersQuery(filters),
  }
}
type Asked = ReturnType<typeof askedOf>

/** Every metric of the products together, by day and compared. */
export const togetherQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['several', 'together', asked],
    queryFn: async ({ signal }) => {
      const query = { ...asked, metric: [...SUMMED_METRICS], interval: 'day' as const }
      const { data, meta } = await answer(api.GET('/api/v1/stats', { params: { query }, signal }))
      return { report: severalMetrics(data), meta }
    },
    placeholderData: keepPreviousData,
  })

const SHOWN_ROWS = 10

async function rows(
  asked: Asked,
  dimension: Dimension,
  metrics: readonly SummedMetric[],
  page: object,
  signal?: AbortSignal,
) {
  const query = { ...asked, metric: [...metrics], dimension: [dimension], ...page }
  const options = signal === undefined ? {} : { signal }
  const found = await answer(api.GET('/api/v1/stats', { params: { query }, ...options }))
  return { rows: rowsOf(found.data), next: found.page?.next_cursor ?? undefined }
}

/** Rows of one metric or of several, in the form of several. */
function rowsOf(data: StatsAnswer): readonly TableRow[] {
  if ('metrics' in data) return data.rows ?? []
  const { rows = [], state, reason } = oneMetric(data)
  return rows.map(({ value, previous, change, ...row }) => ({
    ...row,
    values: [{ value, state, reason }],
    ...(previous !== undefined && { previous: [previous] }),
    ...(change !== undefined && { change: [change] }),
  }))
}

/** The first values of a dimension by a metric; of products, all. */
export const valuesOfSeveralQuery = (
  asked: Asked,
  dimension: Dimension,
  metric: SummedMetric,
  metrics: readonly SummedMetric[],
) =>
  queryOptions({
    queryKey: ['several', 'rows', asked, dimension, metric, metrics],
    queryFn: async ({ signal }) => {
      const limit = dimension === 'product' ? EXPORTED_PER_PAGE : SHOWN_ROWS
      return (await rows(asked, dimension, metrics, { order: `${metric}:desc`, limit }, signal)).rows
    },
    placeholderData: keepPreviousData,
  })

const EXPORTED_PER_PAGE = 200
const EXPORTED_MAX = 10_000

/** Every value up to 10,000, for a file. */
export async function everyValue(asked: Asked, dimension: Dimension, metric: SummedMetric) {
  const all: TableRow[] = []
  let cursor: string | undefined
  do {
    const page = { order: `${metric}:desc`, limit: EXPORTED_PER_PAGE, ...(cursor !== undefined && { cursor }) }
    const found = await rows(asked, dimension, SUMMED_METRICS, page)
    all.push(...found.rows)
    cursor = found.next
  } while (cursor !== undefined && all.length < EXPORTED_MAX)
  return all
}
