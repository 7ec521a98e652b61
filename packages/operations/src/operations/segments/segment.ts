import { existing, type Filter, InvalidRequest, Segment, SegmentId, ServiceUnavailable } from '@footfall/core-domain'
import type { ProductWriteCall } from '../../definition/index.ts'
import { visitsPerMonth } from '../../impact.ts'

export const segmentFields = { name: Segment.shape.name, filters: Segment.shape.filters }

export const segmentParams = { segment: SegmentId }

export async function found({ store, product }: ProductWriteCall, id: SegmentId): Promise<Segment> {
  return existing(await store.segments.find(product.id, id))
}

/** What the preview of a segment says of its filters: why they cannot be asked, or that they choose nobody. */
export async function filterWarnings(call: ProductWriteCall, filters: readonly Filter[]): Promise<string[]> {
  try {
    const visits = await visitsPerMonth(call, filters)
    return visits === 0 ? ['No visit of the last 30 days passes these filters.'] : []
  } catch (error) {
    if (error instanceof InvalidRequest) return error.errors.map(({ path, message }) => `${path} ${message}`)
    if (error instanceof ServiceUnavailable) return []
    throw error
  }
}
