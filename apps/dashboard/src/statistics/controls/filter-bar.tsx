import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { dimensionLabel } from '../dimensions.ts'
import { type Filter, OPERATOR_LABELS } from '../filters.ts'
import { keyLabel } from '../key-label.ts'
import type { SpanState } from '../use-span.ts'
import { FilterDialog } from './filter-dialog.tsx'
import { PICKER_STYLE } from './picker-style.ts'

/** The filters; each can be changed and removed. */
export function FilterBar({ state }: { readonly state: SpanState }): ReactNode {
  const [editing, setEditing] = useState<{ readonly at: number | undefined }>()
  const { filters } = state
  const put = (next: readonly Filter[]) => state.change({ filters: next.length === 0 ? undefined : next })
  return (
    <>
      {filters.length > 0 && (
        <ul aria-label="Filters" className="flex flex-wrap gap-1.5">
          {filters.map((filter, at) => (
            <li
              className="flex min-w-0 items-center rounded-full border border-accent bg-accent-ground text-accent text-sm"
              key={JSON.stringify(filter)}
            >
              <button
                className="min-h-7 min-w-0 rounded-full py-0.5 pr-1 pl-3 text-left hover:underline"
                onClick={() => setEditing({ at })}
                type="button"
              >
                <span className="sr-only">Change filter: </span>
                {dimensionLabel(filter.dimension)} {OPERATOR_LABELS[filter.operator]}{' '}
                <strong className="font-semibold">
                  {filter.values.map((value) => keyLabel(filter.dimension, value)).join(' or ')}
                </strong>
              </button>
              <button
                aria-label={`Remove filter ${dimensionLabel(filter.dimension)}`}
                className="grid size-7 shrink-0 place-items-center rounded-full hover:bg-surface"
                onClick={() => put(filters.filter((_, other) => other !== at))}
                type="button"
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
          {filters.length > 1 && (
            <li>
              <Button kind="quiet" onClick={() => put([])} size="small">
                Remove all
              </Button>
            </li>
          )}
        </ul>
      )}
      {editing && (
        <FilterDialog
          initial={editing.at === undefined ? undefined : filters[editing.at]}
          onClose={() => setEditing(undefined)}
          onDone={(filter) => {
            put(
              editing.at === undefined
                ? [...filters, filter]
                : filters.map((old, at) => (at === editing.at ? filter : old)),
            )
            setEditing(undefined)
          }}
        />
      )}
    </>
  )
}

/** Adds a filter. */
export function AddFilter({ state }: { readonly state: SpanState }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        className={`inline-flex min-h-9 items-center gap-1.5 rounded-control px-2.5 hover:bg-raised ${PICKER_STYLE}`}
        onClick={() => setOpen(true)}
        type="button"
      >
        <Icon name="plus" />
        Filter
      </button>
      {open && (
        <FilterDialog
          initial={undefined}
          onClose={() => setOpen(false)}
          onDone={(filter) => {
            state.change({ filters: [...state.filters, filter] })
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
