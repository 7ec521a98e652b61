import type { PropertyMatch } from './property-match.ts'
import type { TrackedEvent } from './settings.ts'

/** A goal by the name that reports, funnels and alerts know it by. */
export interface Goal extends TrackedEvent {
  /** The name of its events, of a custom goal that has another name than they have. */
  readonly event?: string
}

/** The properties that an event must have, all of them. */
export function propertiesOf({
  property,
  properties,
}: Pick<TrackedEvent, 'property' | 'properties'>): readonly PropertyMatch[] {
  return properties ?? (property === undefined ? [] : [property])
}

/**
 * The goals among tracked events. One event may be several goals that differ in their properties. Then those with properties are
 * known by their labels or, without one, by their properties: `Signup (plan: pro)`.
 */
export function goalsOf(events: readonly TrackedEvent[]): readonly Goal[] {
  const names = trackedNames(events)
  return events.flatMap((event, i) => {
    const name = names[i] ?? event.name
    return event.goal ? [name === event.name ? event : { ...event, name, event: event.name }] : []
  })
}

/** The name of each tracked event as a goal, in their order. */
export function trackedNames(events: readonly TrackedEvent[]): readonly string[] {
  const counts = Map.groupBy(events, ({ name }) => name)
  return events.map((event) => {
    const properties = propertiesOf(event)
    if (properties.length === 0 || counts.get(event.name)?.length === 1) return event.name
    return event.label ?? `${event.name} (${properties.map(({ name, value }) => `${name}: ${value}`).join(', ')})`
  })
}
