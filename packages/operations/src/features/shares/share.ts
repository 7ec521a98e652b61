import {
  conditionsOf,
  existing,
  type Filter,
  type FilterCondition,
  InvalidRequest,
  obeysSegments,
  SHARE_SECTIONS,
  type SharedLink,
  type SharedLinkFields,
  SharedLink as SharedLinkSchema,
  ShareId,
  type ShareSection,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductWriteCall } from '../../definition/index.ts'
import { assertInFuture } from '../tokens/new-token.ts'
import { Expiry } from '../tokens/token-fields.ts'

const PASSWORD_LENGTH_MIN = 8
const PASSWORD_LENGTH_MAX = 128

export const shareParams = { share: ShareId.meta({ description: 'From dashboard_shares_list.' }) }

const { name, sections, segment, embed_origins } = SharedLinkSchema.shape

/** Each section once, in the order of the dashboard. */
const Sections = sections
  .transform((given) => SHARE_SECTIONS.filter((section) => given.includes(section)))
  .meta({ description: 'What it shows.' })

export const shareFields = {
  name: name.meta({ description: 'What people call it. Not shown to those who open it.' }),
  sections: Sections,
  password: z
    .string()
    .min(PASSWORD_LENGTH_MIN, `must have at least ${PASSWORD_LENGTH_MIN} characters`)
    .max(PASSWORD_LENGTH_MAX, `must have at most ${PASSWORD_LENGTH_MAX} characters`)
    .meta({
      description: `Asked for before anything is shown; ${PASSWORD_LENGTH_MIN}–${PASSWORD_LENGTH_MAX} characters.`,
    }),
  segment: segment.meta({ description: 'Its filters always hold, and are not shown.' }),
  embed_origins: embed_origins.transform((given) => [...new Set(given)]),
  expires_at: Expiry.nullable().meta({ description: 'When it stops working; null for never.' }),
}

export async function found({ store, product }: ProductWriteCall, id: ShareId): Promise<SharedLink> {
  return existing(await store.sharedLinks.find(product.id, id))
}

/** Throws `InvalidRequest` for an expiry that has passed, and for a segment that the link could not obey. */
export async function assertShareable(
  { store, product, clock }: ProductWriteCall,
  { sections, segment, expires_at }: Omit<SharedLinkFields, 'name' | 'embed_origins'>,
): Promise<void> {
  assertInFuture(expires_at, clock)
  if (segment === null) return
  const outside = sections.filter((section) => !obeysSegments(section))
  if (outside.length > 0) throw new InvalidRequest([{ path: 'sections', message: outsideSegment(outside) }])
  const stored = await store.segments.find(product.id, segment)
  if (stored === undefined)
    throw new InvalidRequest([{ path: 'segment', message: 'must be a segment of this product' }])
  assertCountsOwn(stored.filters, 'segment')
}

/** Throws `InvalidRequest` for filters under which rates would count visitors outside of the segment. */
export function assertCountsOwn(filters: readonly Filter[], path: 'segment' | 'filters'): void {
  const loose = conditionsOf(filters).filter(choosesConversions)
  if (loose.length > 0) throw new InvalidRequest([{ path, message: countsEverybody(loose) }])
}

/**
 * Whether a condition chooses conversions among everyone: rates are then shares of all visitors, whose number would be shown to those
 * from whom the segment keeps them.
 */
function choosesConversions({ dimension, scope = 'event' }: FilterCondition): boolean {
  return scope === 'event' && (dimension === 'event' || dimension === 'goal' || dimension.startsWith('property:'))
}

function outsideSegment(sections: readonly ShareSection[]): string {
  return `${sections.join(', ')} cannot be limited to a segment; leave ${sections.length === 1 ? 'it' : 'them'} out, or the segment`
}

function countsEverybody(conditions: readonly FilterCondition[]): string {
  const names = [...new Set(conditions.map(({ dimension }) => dimension))].join(', ')
  return `cannot be shared: with its condition on ${names}, rates count visitors outside of it; give the condition the scope visit or visitor`
}

/** What of a link a preview and the audit log show: never its password. */
export function shownFields({ name, sections, segment, embed_origins, expires_at }: SharedLinkFields) {
  return { name, sections, segment, embed_origins, expires_at }
}
