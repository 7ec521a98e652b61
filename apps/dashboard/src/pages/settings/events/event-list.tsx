import { type ReactNode, useRef, useState } from 'react'
import { formatCount } from '../../../statistics/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useFocusAfter } from '../use-focus-after.ts'
import { eventMatches, matchWords, type TrackedEvent } from './event-values.ts'

interface EventListProps {
  readonly events: readonly TrackedEvent[]
  /** What is wrong with the event at a place of the list. */
  readonly errorAt?: (at: number) => string | undefined
  /** Absent for who may only look. */
  readonly actions?: {
    readonly edit: (event: TrackedEvent) => void
    readonly remove: (event: TrackedEvent) => void
  }
}

const AT_ONCE = 20
/** So few are seen at a glance. */
const FILTERED_FROM = 8

/** Tracked events, to look through: a few at once, and by a text of theirs. */
export function EventList({ events, errorAt, actions }: EventListProps): ReactNode {
  const [text, setText] = useState('')
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const focusAfter = useFocusAfter(events.length)
  const rows = events.map((event, at) => ({ event, error: errorAt?.(at) }))
  // What is refused is shown whatever else is hidden.
  const found = rows.filter(({ event, error }) => error !== undefined || eventMatches(event, text))
  const shown = isWhole ? found : found.filter(({ error }, at) => at < AT_ONCE || error !== undefined)
  if (events.length === 0)
    return (
      <EmptyState title="No event yet">
        Mark a page or an event of yours as a goal, and its conversions are counted, those of the past included.
      </EmptyState>
    )
  return (
    <>
      {events.length >= FILTERED_FROM && (
        <div className="px-5 pb-3">
          <TextField
            autoComplete="off"
            className="max-w-sm"
            label="Find an event"
            labelHidden
            onChange={setText}
            placeholder="Find by name, label or path"
            type="search"
            value={text}
          />
          <p className="sr-only" role="status">
            {text === '' ? '' : `${formatCount(found.length)} found`}
          </p>
        </div>
      )}
      <ul className="divide-y border-t" ref={list}>
        {shown.map(({ event, error }, at) => (
          <li className="flex items-start justify-between gap-3 px-5 py-3" key={event.name}>
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="wrap-anywhere font-semibold">{event.label ?? event.name}</span>
                {event.goal && <Badge tone="accent">goal</Badge>}
                {event.revenue && <Badge>revenue</Badge>}
              </p>
              <p className="wrap-anywhere text-muted text-sm">
                Counts {matchWords(event)}
                {event.kind === 'pageview' && event.label !== undefined && `, by the name “${event.name}”`}
              </p>
              {error !== undefined && <p className="text-danger text-sm">{error}</p>}
            </div>
            {actions && (
              <span className="flex shrink-0 gap-1">
                <IconButton icon="pencil" label={`Change ${event.name}`} onClick={() => actions.edit(event)} />
                <IconButton
                  icon="trash"
                  label={`Remove ${event.name}`}
                  onClick={() => {
                    // To the one that takes its place, or to the last one.
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
      {found.length === 0 && <EmptyState title="None found">No event has “{text.trim()}” in it.</EmptyState>}
      {found.length > shown.length && (
        <div className="flex justify-center border-t p-3">
          <Button onClick={() => setWhole(true)} size="small">
            Show all {formatCount(found.length)}
          </Button>
        </div>
      )}
    </>
  )
}
