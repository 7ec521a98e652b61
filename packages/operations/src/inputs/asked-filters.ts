import {
  type AskedFilter,
  CredentialNotAccepted,
  type Filter,
  Filters,
  givenFilters,
  InvalidRequest,
  isOfSegment,
  plainMessage,
  type Segment,
  type SegmentFilter,
  SegmentId,
  toFieldErrors,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductCall } from '../definition/call.ts'
import { nearCandidates } from './near-candidates.ts'
import { aboutOneProduct } from './one-product.ts'

/** No name of a segment is longer. */
const SEGMENT_TEXT_MAX = 120

/** The parameters of every question that takes filters. */
export const filtersQuery = (description = 'All must hold.') => ({
  filters: givenFilters(Filters)
    .optional()
    .meta({ description: `${description} As a query parameter: JSON.` }),
  segment: z
    .string()
    .min(1, 'must not be empty')
    .max(SEGMENT_TEXT_MAX, `must have at most ${SEGMENT_TEXT_MAX} characters`)
    .optional()
    .meta({ description: 'Id or name; its filters hold too.' }),
})

/** What the filters of a question depend on. */
type FiltersCall = Pick<ProductCall, 'principal' | 'product' | 'store' | 'several'>

interface FiltersInput {
  readonly filters?: readonly Filter[] | undefined
  /** An id or a name. */
  readonly segment?: string | undefined
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

async function filtersOf({ principal, store, product }: FiltersCall, given: string): Promise<readonly SegmentFilter[]> {
  const id = SegmentId.safeParse(given)
  const segment =
    (id.success && (await store.segments.find(product.id, id.data))) ||
    segmentCalled(await store.segments.list(product.id), given, maySeeSegments(principal))
  return validFilters(segment).map((filter) => ({ any: 'any' in filter ? filter.any : [filter], segment: segment.id }))
}

/** The catalog and the list of segments show them; a shared link shows none. */
function maySeeSegments(principal: FiltersCall['principal']): boolean {
  if (principal.kind === 'shared_link') return false
  return principal.scopes.has('analytics:read') || principal.scopes.has('content:read')
}

/**
 * The segment with this name. A name with letters of the other case is understood if it fits only one. The error for any other name
 * lists the segments that it may mean, if the caller may see them.
 */
function segmentCalled(segments: readonly Segment[], given: string, areShown: boolean): Segment {
  const called = (normal: (name: string) => string) =>
    segments.filter(({ name }) => normal(name) === normal(given.trim()))
  const exact = called((name) => name)
  const found = exact.length > 0 ? exact : called((name) => name.toLowerCase())
  const [segment, ...others] = found
  if (segment === undefined) {
    const named = areShown ? segments.map(({ id, name }) => ({ id, names: [name] })) : []
    const [candidates] = nearCandidates('segment', given, named)
    const message = 'must be a segment of this product'
    throw new InvalidRequest([
      candidates === undefined
        ? { path: 'segment', message }
        : { ...candidates, message: `${message}; ${candidates.message}` },
    ])
  }
  if (others.length === 0) return segment
  const fitting = found.map(({ id, name }) => `“${name}” (${id})`).join(', ')
  throw new InvalidRequest([
    {
      path: 'segment',
      message: `has several meanings: ${fitting}; give the id of one`,
      did_you_mean: found.slice(0, 3).map(({ id }) => id),
    },
  ])
}

/** The segment whose filters are among those of a question. */
export function segmentIn(filters: readonly AskedFilter[]): SegmentId | undefined {
  return filters.find(isOfSegment)?.segment
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
