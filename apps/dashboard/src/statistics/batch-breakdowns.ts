import { answer, api } from '../api/client.ts'
import type { Breakdown } from '../api/types.ts'

interface Asked {
  readonly product: string
  readonly query: { readonly from: string; readonly to: string; readonly tz?: string; readonly filters?: string }
}

const DIMENSIONS_MAX = 12
const ROWS = 9

/** Asks for one breakdown. Those asked for at the same time, about the same span and filters, travel as one request. */
export function breakdown(asked: Asked, dimension: string): Promise<Breakdown> {
  const key = JSON.stringify(asked)
  const batch = batches.get(key) ?? openBatch(key, asked)
  batch.dimensions.add(dimension)
  if (batch.dimensions.size === DIMENSIONS_MAX) batches.delete(key)
  return batch.answer.then((breakdowns) => {
    const found = breakdowns.find((candidate) => candidate.dimension === dimension)
    if (found === undefined) throw new TypeError(`No breakdown by ${dimension} came back.`)
    return found
  })
}

interface Batch {
  readonly dimensions: Set<string>
  readonly answer: Promise<readonly Breakdown[]>
}

const batches = new Map<string, Batch>()

/** Collects until the browser has drawn the panels that ask together. */
function openBatch(key: string, { product, query }: Asked): Batch {
  const dimensions = new Set<string>()
  const answered = new Promise<void>((resolve) => setTimeout(resolve)).then(async () => {
    batches.delete(key)
    const { data } = await answer(
      api.GET('/api/v1/products/{product}/breakdowns', {
        params: { path: { product }, query: { ...query, dimensions: [...dimensions].join(','), limit: ROWS } },
      }),
    )
    return data.breakdowns
  })
  const batch = { dimensions, answer: answered }
  batches.set(key, batch)
  return batch
}
