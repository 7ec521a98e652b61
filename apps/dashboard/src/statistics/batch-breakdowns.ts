import { answer, api } from '../api/client.ts'
import type { Breakdown, Metric } from '../api/types.ts'
import { BREAKDOWN_ROWS, FIRST_METRIC } from './first-question.ts'
import type { CompareQuery, FilteredQuery } from './use-report-state.ts'

interface BreakdownRequest {
  readonly product: string
  readonly query: FilteredQuery & CompareQuery
  readonly metric: Metric
}

const DIMENSIONS_MAX = 12

/** Loads one breakdown. Breakdowns of the same metric, dates and filters that are requested together share one HTTP request. */
export function breakdown(request: BreakdownRequest, dimension: string): Promise<Breakdown> {
  const key = JSON.stringify(request)
  const batch = batches.get(key) ?? openBatch(key, request)
  batch.dimensions.add(dimension)
  if (batch.dimensions.size === DIMENSIONS_MAX) batches.delete(key)
  return batch.answer.then((breakdowns) => {
    const found = breakdowns.find((candidate) => candidate.dimension === dimension)
    if (found === undefined) throw new TypeError(`The answer has no breakdown by ${dimension}.`)
    return found
  })
}

interface Batch {
  readonly dimensions: Set<string>
  readonly answer: Promise<readonly Breakdown[]>
}

const batches = new Map<string, Batch>()

/** Collects dimensions until the panels of the page have rendered. */
function openBatch(key: string, { product, query, metric }: BreakdownRequest): Batch {
  const dimensions = new Set<string>()
  const answered = new Promise<void>((resolve) => setTimeout(resolve)).then(async () => {
    batches.delete(key)
    const { data } = await answer(
      api.GET('/api/v1/products/{product}/breakdowns', {
        params: {
          path: { product },
          query: {
            ...query,
            // As the first request of the page asks it, which names no metric.
            ...(metric === FIRST_METRIC ? {} : { metric }),
            dimensions: [...dimensions],
            limit: BREAKDOWN_ROWS,
          },
        },
      }),
    )
    return data.breakdowns
  })
  const batch = { dimensions, answer: answered }
  batches.set(key, batch)
  return batch
}
