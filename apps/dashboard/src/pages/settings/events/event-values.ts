import type { TrackedEvents } from '../../../api/types.ts'

export type TrackedEvent = TrackedEvents['events'][number]
type AutoCapture = TrackedEvents['auto_capture']

/** Values of the event form. */
export interface EventValues {
  readonly events: readonly TrackedEvent[]
  readonly autoCapture: AutoCapture
}

/** Events that the script captures automatically. */
export const AUTOMATIC: readonly {
  readonly what: keyof AutoCapture
  readonly label: string
  readonly hint: string
}[] = [
  { what: 'outbound_links', label: 'Outbound links', hint: 'Clicks on links to other sites, as “Outbound Link”.' },
  { what: 'file_downloads', label: 'File downloads', hint: 'Clicks on links to files, as “File Download”.' },
  {
    what: 'form_submissions',
    label: 'Form submissions',
    hint: 'Submitted forms, as “Form Submission”, without their content.',
  },
  { what: 'scroll_depth', label: 'Scroll depth', hint: 'How far visitors scroll.' },
]

export function toEventValues({ events, auto_capture }: Pick<TrackedEvents, 'events' | 'auto_capture'>): EventValues {
  return { events, autoCapture: auto_capture }
}

/** What an event counts. */
export function describeMatch(event: TrackedEvent): string {
  const { kind, name, path_pattern, property, scroll_min, engaged_seconds_min } = event
  const what =
    kind === 'custom'
      ? `events named “${name}”`
      : path_pattern === undefined
        ? 'every pageview'
        : `views of ${path_pattern}`
  const conditions = [
    property && `with ${property.name} = ${property.value}`,
    scroll_min !== undefined && `scrolled to ${scroll_min}%`,
    engaged_seconds_min !== undefined && `read for ${engaged_seconds_min}s`,
  ].filter(Boolean)
  return [what, ...conditions].join(', ')
}

/** Label and value of each event, to compare two versions. */
export function describeEvents({ events, autoCapture }: EventValues) {
  return [
    ...events.map((event) => ({
      label: event.name,
      value: [
        describeMatch(event),
        event.label === undefined ? undefined : `shown as “${event.label}”`,
        event.goal ? 'a goal' : undefined,
        event.revenue ? 'with revenue' : undefined,
      ]
        .filter((part) => part !== undefined)
        .join(', '),
    })),
    ...AUTOMATIC.map(({ what, label }) => ({
      label: `${label} (automatic)`,
      value: autoCapture[what] ? 'captured' : 'not captured',
    })),
  ]
}

/** Whether the name, label or path contains a text. */
export function eventMatches({ name, label, path_pattern }: TrackedEvent, text: string): boolean {
  const needle = text.trim().toLowerCase()
  return [name, label, path_pattern].some((part) => part?.toLowerCase().includes(needle))
}
