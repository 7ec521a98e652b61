import { type MessageKey, t } from '../messages/messages.ts'
import type { Dimension, NAMED_DIMENSIONS } from './dimensions.ts'

type Named = (typeof NAMED_DIMENSIONS)[number]

/** The dimensions of filters by what they are about, as people look for them. */
const GROUPS = [
  ['pages', ['page', 'title', 'entry_page', 'exit_page', 'next_page', 'previous_page', 'hostname']],
  ['sources', ['channel', 'source', 'referrer']],
  ['campaigns', ['utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term']],
  ['places', ['country', 'region', 'city', 'language']],
  ['devices', ['device', 'browser', 'browser_version', 'os', 'os_version', 'screen_size']],
  ['goals', ['goal', 'event']],
  ['visits', ['bounced', 'visit_duration', 'visit_pageviews', 'visit_events', 'traffic']],
  ['visitors', ['visitor_type', 'first_seen_week', 'weeks_since_first']],
  ['times', ['weekday', 'hour_of_day']],
] as const satisfies readonly (readonly [name: string, dimensions: readonly Named[]])[]

interface GroupedDimension {
  readonly dimension: Dimension
  readonly group: string
}

/** Every dimension of filters with the name of its group, those of a group together. */
export function groupedDimensions(): readonly GroupedDimension[] {
  return GROUPS.flatMap(([name, dimensions]) => {
    const group = t(`filters.group_${name}` satisfies MessageKey)
    return dimensions.map((dimension) => ({ dimension, group }))
  })
}
