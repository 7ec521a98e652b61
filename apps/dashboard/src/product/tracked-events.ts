import { answer, api } from '../api/client.ts'
import { ofProduct } from '../api/queries.ts'
import type { TrackedEvents } from '../api/types.ts'
import { t } from '../messages/messages.ts'

export type TrackedEvent = TrackedEvents['events'][number]

export const eventsQuery = ofProduct(
  'events',
  async (params) => (await answer(api.GET('/api/v1/products/{product}/events', { params }))).data,
)

/** The properties that its events must have; `property` is short for one. */
export function propertiesOf({ property, properties }: Pick<TrackedEvent, 'property' | 'properties'>) {
  return properties ?? (property === undefined ? [] : [property])
}

/** What an event counts. */
export function describeMatch(event: TrackedEvent): string {
  const { kind, name, path_pattern, scroll_min, engaged_seconds_min } = event
  const what =
    kind === 'custom'
      ? t('settings.events.match_event', { name })
      : path_pattern === undefined
        ? t('settings.events.match_all')
        : t('settings.events.match_path', { path: path_pattern })
  const conditions = [
    ...propertiesOf(event).map((property) => t('settings.events.match_property', property)),
    scroll_min !== undefined && t('settings.events.match_scroll', { percent: scroll_min }),
    engaged_seconds_min !== undefined && t('settings.events.match_seconds', { seconds: engaged_seconds_min }),
  ].filter(Boolean)
  return [what, ...conditions].join(', ')
}
