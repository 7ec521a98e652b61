import { Events, TrackedEvent } from '@footfall/core-domain'
import { z } from 'zod'
import { defineSettingsUpdate } from '../settings/define-settings-update.ts'
import { distinctEvents } from './distinct.ts'
import { eventWarnings } from './warnings.ts'

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

const TrackedEventInput = z.strictObject(TrackedEvent.shape).superRefine((event, context) => {
  if (event.property !== undefined && event.properties !== undefined)
    context.addIssue({ code: 'custom', path: ['property'], message: 'is short for properties; give one of them' })
  const names = (event.properties ?? []).map(({ name }) => name)
  for (const [i, name] of names.entries()) {
    if (names.indexOf(name) !== i)
      context.addIssue({ code: 'custom', path: ['properties', i, 'name'], message: 'is in the list already' })
  }
  if (event.kind === 'pageview') return
  for (const field of ['path_pattern', 'scroll_min', 'engaged_seconds_min'] as const) {
    if (event[field] === undefined) continue
    context.addIssue({ code: 'custom', path: [field], message: 'is only for events of the kind pageview' })
  }
})

export const updateEvents = defineSettingsUpdate('events', {
  name: 'service_events_update',
  method: 'PUT',
  title: 'Replace the tracked events',
  activity: 'Events and goals changed',
  description:
    'Replaces the events a product tracks, which of them are goals, and what the tracker captures by itself. Read them first; what is not in the new list is removed. Events already counted stay counted.',
  fields: {
    events: z
      .array(TrackedEventInput)
      .max(500)
      .superRefine(distinctEvents)
      .meta({ description: 'All tracked events; pageview for pages, custom for what pages send by name.' }),
    auto_capture: z
      .strictObject(Events.shape.auto_capture.shape)
      .meta({ description: 'What the tracker captures by itself.' }),
  },
  destructive: true,
  examples: [
    {
      body: {
        events: [{ name: 'Signup', kind: 'custom', goal: true, revenue: false }],
        auto_capture: { outbound_links: true, file_downloads: false, form_submissions: true, scroll_depth: true },
      },
    },
    {
      body: {
        events: [{ name: 'Purchase', kind: 'custom', goal: true, revenue: false }],
        auto_capture: { outbound_links: true, file_downloads: false, form_submissions: true, scroll_depth: true },
      },
    },
  ],
  change: (call, next) => ({
    next: () => next,
    summary: () =>
      `Track ${counted(next.events.length, 'event')} on “${call.product.name}”, ${counted(next.events.filter(({ goal }) => goal).length, 'goal')} among them.`,
    warnings: (current) => eventWarnings(call, current, next),
  }),
})
