import { type ReactNode, useRef, useState } from 'react'
import { t } from '../../../messages/messages.ts'
import { describeMatch, type TrackedEvent } from '../../../product/tracked-events.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useFocusAfterChange } from '../use-focus-after-change.ts'
import { eventMatches } from './event-values.ts'

interface EventListProps {
  readonly events: readonly TrackedEvent[]
  /** The error of the event at an index. */
  readonly errorAt?: (at: number) => string | undefined
  /** Absent if the list is read-only. */
  readonly actions?: {
    readonly edit: (event: TrackedEvent) => void
    readonly remove: (event: TrackedEvent) => void
  }
}

const SHOWN_MAX = 20
/** Shorter lists need no search. */
const SEARCH_FROM = 8

/** How buttons name an event: several goals of one event differ in their labels. */
function calledIn(events: readonly TrackedEvent[], { name, label = name }: TrackedEvent): string {
  return events.filter((other) => other.name === name).length > 1 ? label : name
}

/** Tracked events, with search and paging. */
export function EventList({ events, errorAt, actions }: EventListProps): ReactNode {
  const [text, setText] = useState('')
  const [showAll, setShowAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const focusAfter = useFocusAfterChange(events.length)
  const rows = events.map((event, at) => ({ event, error: errorAt?.(at) }))
  // Events with errors are always shown.
  const found = rows.filter(({ event, error }) => error !== undefined || eventMatches(event, text))
  const shown = showAll ? found : found.filter(({ error }, at) => at < SHOWN_MAX || error !== undefined)
  if (events.length === 0)
    return <EmptyState title={t('settings.events.none')}>{t('settings.events.none_hint')}</EmptyState>
  return (
    <>
      {events.length >= SEARCH_FROM && (
        <div className="px-5 pb-3">
          <TextField
            autoComplete="off"
            className="max-w-sm"
            label={t('settings.events.find')}
            labelHidden
            onChange={setText}
            placeholder={t('settings.events.find_hint')}
            type="search"
            value={text}
          />
          <p className="sr-only" role="status">
            {text === '' ? '' : t('common.found', { count: found.length })}
          </p>
        </div>
      )}
      <ul className="divide-y border-t" ref={list}>
        {shown.map(({ event, error }, at) => (
          <li
            className="flex items-start justify-between gap-3 px-5 py-3"
            key={`${event.name} ${describeMatch(event)}`}
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="wrap-anywhere font-semibold">{event.label ?? event.name}</span>
                {event.goal && <Badge tone="accent">{t('settings.events.goal_badge')}</Badge>}
                {event.revenue && <Badge>{t('settings.events.revenue_badge')}</Badge>}
              </p>
              <p className="wrap-anywhere text-muted text-sm">
                {event.kind === 'pageview' && event.label !== undefined
                  ? t('settings.events.counts_named', { what: describeMatch(event), name: event.name })
                  : t('settings.events.counts', { what: describeMatch(event) })}
              </p>
              {error !== undefined && <p className="text-danger text-sm">{error}</p>}
            </div>
            {actions && (
              <span className="flex shrink-0 gap-1">
                <IconButton
                  icon="pencil"
                  label={t('common.edit_label', { name: calledIn(events, event) })}
                  onClick={() => actions.edit(event)}
                />
                <IconButton
                  aligned
                  icon="trash"
                  label={t('common.remove_label', { name: calledIn(events, event) })}
                  onClick={() => {
                    // To the next row, or the last one.
                    focusAfter(() => {
                      const children = list.current?.children
                      const row = children?.[Math.min(at, children.length - 1)]
                      return row?.querySelector<HTMLElement>('button:last-of-type') ?? document.querySelector('h1')
                    })
                    actions.remove(event)
                  }}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <EmptyState title={t('common.no_results')}>{t('settings.events.no_match', { text: text.trim() })}</EmptyState>
      )}
      {found.length > shown.length && (
        <div className="flex justify-center border-t p-3">
          <Button onClick={() => setShowAll(true)} size="small">
            {t('common.show_all', { count: found.length })}
          </Button>
        </div>
      )}
    </>
  )
}
