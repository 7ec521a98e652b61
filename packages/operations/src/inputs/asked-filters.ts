import {
  type AskedFilter,
  CredentialNotAccepted,
  type Filter,
  Filters,
  InvalidRequest,
  plainMessage,
  type Segment,
  type SegmentFilter,
  SegmentId,
  toFieldErrors,
} from '@footfall/core-domain'
import type { ProductCall } from '../definition/call.ts'
import { aboutOneProduct } from './one-product.ts'

/** The parameter of every question that takes filters. */
export const segmentQuery = {
  segment: SegmentId.optional().meta({ description: 'Id of a segment; its filters hold too.' }),
}

/** What the filters of a question depend on. */
type FiltersCall = Pick<ProductCall, 'principal' | 'product' | 'store' | 'several'>

interface FiltersInput {
  readonly filters?: readonly Filter[] | undefined
  readonly segment?: SegmentId | undefined
}

/**
 * The filters of a question: the caller's own, then those of the segment, which do not count among the caller's. The
 * segment of a shared link always holds, and all filters do, so no filter of the caller undoes it. Throws
 * `InvalidRequest` for a segment that the product does not have, and for one whose filters are no longer valid. Hints and
 * errors about a filter of the segment have the path `segment`.
 */
export async function askedFilters(
  call: FiltersCall,
  { filters = [], segment: asked }: FiltersInput,
): Promise<readonly AskedFilter[]> {
  const { principal } = call
  if (principal.kind === 'shared_link' && asked !== undefined)
    throw new CredentialNotAccepted('A shared link takes no segment: the person who made it chose what it shows.')
  if (call.several !== undefined && asked !== undefined) throw aboutOneProduct('a segment belongs to one')
  const segment = principal.kind === 'shared_link' ? principal.segment : asked
  return segment === undefined ? filters : [...filters, ...(await filtersOf(call, segment))]
}

async function filtersOf({ store, product }: FiltersCall, id: SegmentId): Promise<readonly SegmentFilter[]> {
  const segment = await store.segments.find(product.id, id)
  if (segment === undefined) {
    throw new InvalidRequest([{ path: 'segment', message: 'is no segment of this product' }])
  }
  return validFilters(segment).map((filter) => ({ any: 'any' in filter ? filter.any : [filter], segment: id }))
}

/** What was valid when the segment was saved may name a dimension that there is no longer. */
function validFilters({ name, filters }: Segment): Filters {
  const parsed = Filters.safeParse(filters, { reportInput: true, error: plainMessage })
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues
    .flatMap((issue) => toFieldErrors(issue, Filters, ['filters']))
    .map(({ path, message }) => `${path} ${message}`)
  throw new InvalidRequest([
    { path: 'segment', message: `has filters that are no longer valid (“${name}”): ${wrong.join('; ')}` },
  ])
}
