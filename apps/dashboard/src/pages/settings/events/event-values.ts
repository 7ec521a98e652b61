import type { TrackedEvents } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { describeMatch, type TrackedEvent } from '../../../product/tracked-events.ts'

type AutoCapture = TrackedEvents['auto_capture']

/** Values of the event form. */
interface EventValues {
  readonly events: readonly TrackedEvent[]
  readonly autoCapture: AutoCapture
}

/** Events that the script captures automatically. */
export const AUTOMATIC = ['outbound_links', 'file_downloads', 'form_submissions', 'scroll_depth'] as const

export function toEventValues({ events, auto_capture }: Pick<TrackedEvents, 'events' | 'auto_capture'>): EventValues {
  return { events, autoCapture: auto_capture }
}

/** Label and value of each event, to compare two versions. */
export function describeEvents({ events, autoCapture }: EventValues) {
  return [
    ...events.map((event) => ({
      label: event.name,
      value: [
        describeMatch(event),
        event.label === undefined ? undefined : t('settings.events.match_label', { label: event.label }),
        event.goal ? t('settings.events.match_goal') : undefined,
        event.revenue ? t('settings.events.match_revenue') : undefined,
      ]
        .filter((part) => part !== undefined)
        .join(', '),
    })),
    ...AUTOMATIC.map((what) => ({
      label: t('settings.events.automatic_label', { label: t(`settings.events.auto_${what}`) }),
      value: autoCapture[what] ? t('settings.events.on') : t('settings.events.off'),
    })),
  ]
}

/** Whether the name, label or path contains a text. */
export function eventMatches({ name, label, path_pattern }: TrackedEvent, text: string): boolean {
  const needle = text.trim().toLowerCase()
  return [name, label, path_pattern].some((part) => part?.toLowerCase().includes(needle))
}
