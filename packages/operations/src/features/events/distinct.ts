import { type PropertyMatch, propertiesOf, type TrackedEvent, trackedNames } from '@footfall/core-domain'
import type { z } from 'zod'

/** Reports a tracked event that is in the list already, and one whose name as a goal another one has. */
export function distinctEvents(events: readonly TrackedEvent[], context: z.RefinementCtx): void {
  const definitions = new Set<string>()
  const names = new Set<string>()
  const goalNames = trackedNames(events)
  for (const [index, event] of events.entries()) {
    // Only custom events with properties can be several goals.
    const properties = event.kind === 'custom' ? sortedProperties(event) : []
    const definition = JSON.stringify([event.name, ...properties.map(({ name, value }) => [name, value])])
    const name = goalNames[index] ?? event.name
    const report = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [index, field], message })
    if (definitions.has(definition)) report('name', 'is in the list already')
    else if (names.has(name))
      report(
        event.label === undefined ? 'name' : 'label',
        `gives two goals the name ${JSON.stringify(name)}; goals of one event are known by their labels`,
      )
    definitions.add(definition)
    names.add(name)
  }
}

/** Properties in the order of their names, which does not matter to what they match. */
export function sortedProperties(event: Pick<TrackedEvent, 'property' | 'properties'>): readonly PropertyMatch[] {
  return propertiesOf(event).toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}
