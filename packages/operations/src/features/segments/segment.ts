import {
  existing,
  type Filter,
  givenFilters,
  InvalidRequest,
  type ReportHint,
  Segment,
  SegmentId,
} from '@footfall/core-domain'
import type { ProductWriteCall } from '../../definition/index.ts'
import { visitsPerMonth } from '../../warnings/impact.ts'
import { nameTakenWarnings } from '../../warnings/name-taken.ts'
import { didYouMean } from '../../warnings/never-seen.ts'
import { sameDefinitionWarnings } from '../../warnings/same-definition.ts'

export const segmentFields = {
  name: Segment.shape.name.meta({ description: 'What people call it.' }),
  filters: givenFilters(Segment.shape.filters).meta({ description: 'All must hold.' }),
}

export const segmentParams = { segment: SegmentId }

export async function found({ store, product }: ProductWriteCall, id: SegmentId): Promise<Segment> {
  return existing(await store.segments.find(product.id, id))
}

/** What the preview of a segment says of its filters: why they cannot be asked, or that they choose no one. */
export async function filterWarnings(call: ProductWriteCall, filters: readonly Filter[]): Promise<string[]> {
  try {
    const answer = await visitsPerMonth(call, filters)
    if (answer === undefined) return ['Whether any visit passes these filters could not be checked now.']
    return [
      ...(answer.visits === 0 ? ['No visit of the last 30 days passes these filters.'] : []),
      ...answer.hints.filter(({ code }) => NEVER_COLLECTED.has(code)).map((hint) => hintInWords(hint, filters)),
    ]
  } catch (error) {
    if (error instanceof InvalidRequest) return error.errors.map(({ path, message }) => `${path} ${message}`)
    throw error
  }
}

const NEVER_COLLECTED: ReadonlySet<ReportHint['code']> = new Set(['value_never_seen', 'dimension_not_collected'])

function hintInWords({ code, filter, value, did_you_mean = [] }: ReportHint, filters: readonly Filter[]): string {
  const what =
    code === 'dimension_not_collected'
      ? `The property “${value}”`
      : `The value “${value}” of ${dimensionsByPlace(filters).get(filter ?? '') ?? 'a filter'}`
  return `${what} was never collected.${didYouMean(did_you_mean)}`
}

/** What each condition is about, by its place in hints, such as `filters.0.any.1`. */
function dimensionsByPlace(filters: readonly Filter[]): ReadonlyMap<string, string> {
  return new Map(
    filters.flatMap((filter, at): [place: string, dimension: string][] =>
      'any' in filter
        ? filter.any.map(({ dimension }, within) => [`filters.${at}.any.${within}`, dimension])
        : [[`filters.${at}`, filter.dimension]],
    ),
  )
}

/** Warns of likely mistakes in a segment. */
export async function segmentWarnings(
  call: ProductWriteCall,
  { name, filters }: Pick<Segment, 'name' | 'filters'>,
  own?: SegmentId,
): Promise<string[]> {
  const others = (await call.store.segments.list(call.product.id)).filter(({ id }) => id !== own)
  return [
    ...nameTakenWarnings(
      'segment',
      name,
      others.map((other) => other.name),
    ),
    ...sameDefinitionWarnings({ name, kind: 'segment', same: 'filters' }, filters, others, (other) => other.filters),
  ]
}
