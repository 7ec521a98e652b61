import type { TrackedEvents } from '../../../api/types.ts'

export type TrackedEvent = TrackedEvents['events'][number]
type AutoCapture = TrackedEvents['auto_capture']

/** Tracked events as they are put together before they are saved. */
export interface EventValues {
  readonly events: readonly TrackedEvent[]
  readonly autoCapture: AutoCapture
}

/** What the tracker reports by itself, under which name. */
export const AUTOMATIC: readonly {
  readonly what: keyof AutoCapture
  readonly label: string
  readonly hint: string
}[] = [
  { what: 'outbound_links', label: 'Outbound links', hint: 'A click on a link to another site, as “Outbound Link”.' },
  { what: 'file_downloads', label: 'File downloads', hint: 'A click on a link to a file, as “File Download”.' },
  {
    what: 'form_submissions',
    label: 'Form submissions',
    hint: 'A form that is sent, as “Form Submission”; never what is in it.',
  },
  { what: 'scroll_depth', label: 'Scroll depth', hint: 'How far down a page people get.' },
]

export function typedEvents({ events, auto_capture }: Pick<TrackedEvents, 'events' | 'auto_capture'>): EventValues {
  return { events, autoCapture: auto_capture }
}

/** What an event counts, in words. */
export function matchWords({ kind, name, path_pattern }: TrackedEvent): string {
  if (kind === 'custom') return `events named “${name}”`
  return path_pattern === undefined ? 'every page view' : `views of ${path_pattern}`
}

/** All of it in words, to compare two versions. */
export function eventWords({ events, autoCapture }: EventValues) {
  return [
    ...events.map((event) => ({
      label: event.name,
      value: [
        matchWords(event),
        event.label === undefined ? undefined : `shown as “${event.label}”`,
        event.goal ? 'a goal' : undefined,
        event.revenue ? 'with revenue' : undefined,
      ]
        .filter((part) => part !== undefined)
        .join(', '),
    })),
    ...AUTOMATIC.map(({ what, label }) => ({
      label: `${label} (by itself)`,
      value: autoCapture[what] ? 'captured' : 'not captured',
    })),
  ]
}

/** Whether an event has a text somewhere in what is shown of it. */
export function eventMatches({ name, label, path_pattern }: TrackedEvent, text: string): boolean {
  const sought = text.trim().toLowerCase()
  return [name, label, path_pattern].some((part) => part?.toLowerCase().includes(sought))
}
