import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { describeCondition, describeFilter } from '../describe-filter.ts'
import { conditionsOf, type Filter } from '../filters.ts'
import { useFilterCommands } from '../report-commands.ts'
import { filtersOfSegment, useSegment } from '../segments.ts'
import type { ReportState } from '../use-report-state.ts'
import { PICKER_STYLE } from './picker-style.ts'
import { SegmentMenu } from './segment-menu.tsx'

const FilterDialog = lazy(() => import('./filter-dialog.tsx').then(({ FilterDialog }) => ({ default: FilterDialog })))

/** The filters; each can be changed and removed. */
export function FilterBar({ state }: { readonly state: ReportState }): ReactNode {
  const [editing, setEditing] = useState<number>()
  const { filters } = state
  const put = (next: readonly Filter[]) => state.change({ filters: next.length === 0 ? undefined : next })
  const segment = useSegment(state.product, state.segment)
  useFocusKept(state)
  if (filters.length === 0 && segment === undefined) return null
  const others = (at: number) => filters.filter((_, other) => other !== at)
  return (
    <>
      <ul aria-label={t('filters.title')} className="flex flex-wrap gap-1.5">
        {segment !== undefined && <SegmentChip segment={segment} state={state} />}
        {filters.map((filter, at) => (
          <li
            className="flex min-w-0 items-center rounded-2xl border border-accent bg-accent-ground text-accent text-sm"
            // biome-ignore lint/suspicious/noArrayIndexKey: two filters may be equal
            key={`${at} ${JSON.stringify(filter)}`}
          >
            <button
              className="min-h-8 min-w-0 rounded-2xl py-0.5 pr-1 pl-3 text-left hover:underline"
              onClick={() => setEditing(at)}
              type="button"
            >
              <span className="sr-only">{t('filters.edit')}: </span>
              <span className="line-clamp-2" title={describeFilter(filter)}>
                <FilterText filter={filter} />
              </span>
            </button>
            <button
              aria-label={t('filters.remove', { filter: describeFilter(filter) })}
              className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-surface"
              onClick={() => put(others(at))}
              type="button"
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
        {filters.length > 1 && (
          <li>
            <Button kind="quiet" onClick={() => put([])} size="small">
              {t('filters.remove_all')}
            </Button>
          </li>
        )}
      </ul>
      {editing !== undefined && filters[editing] !== undefined && (
        <Suspense fallback={null}>
          <FilterDialog
            initial={filters[editing]}
            onClose={() => setEditing(undefined)}
            onDone={(filter) => {
              put(filters.map((old, at) => (at === editing ? filter : old)))
              setEditing(undefined)
            }}
            others={others(editing)}
            state={state}
          />
        </Suspense>
      )}
    </>
  )
}

/** After a change of the filters, what had the focus may be gone: the chip itself, or the row of a breakdown. */
function useFocusKept({ filters, segment }: ReportState): void {
  const chosen = JSON.stringify([filters, segment])
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current === chosen) return
    before.current = chosen
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('[data-add-filter]')?.focus({ preventScroll: true })
  }, [chosen])
}

interface SegmentChipProps {
  readonly segment: NonNullable<ReturnType<typeof useSegment>>
  readonly state: ReportState
}

function SegmentChip({ segment: { segment, gone }, state }: SegmentChipProps): ReactNode {
  const name = segment?.name ?? (gone ? t('segments.gone') : '…')
  const filters = segment === undefined ? '' : filtersOfSegment(segment).map(describeFilter).join('; ')
  return (
    <li className="flex min-w-0 items-center rounded-2xl border border-accent bg-surface text-accent text-sm">
      <span className="min-w-0 py-1 pr-1 pl-3" title={filters}>
        {t('segments.segment')}: <strong className="font-semibold">{name}</strong>
      </span>
      <button
        aria-label={t('segments.remove', { name })}
        className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-raised"
        onClick={() => state.change({ segment: undefined })}
        type="button"
      >
        <Icon name="close" size={14} />
      </button>
    </li>
  )
}

function FilterText({ filter }: { readonly filter: Filter }): ReactNode {
  return conditionsOf(filter).map((condition, at) => {
    const { start, values } = describeCondition(condition)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be equal
      <span key={at}>
        {at > 0 && t('filters.or')}
        {start} <strong className="font-semibold">{values}</strong>
      </span>
    )
  })
}

/** Adds a filter, or chooses a segment. */
export function AddFilter({ state }: { readonly state: ReportState }): ReactNode {
  const [open, setOpen] = useState(false)
  useFilterCommands(state, () => setOpen(true))
  return (
    <>
      <button
        className={`inline-flex min-h-9 items-center gap-1.5 rounded-control px-2.5 hover:bg-raised ${PICKER_STYLE}`}
        data-add-filter
        onClick={() => setOpen(true)}
        type="button"
      >
        <Icon name="plus" />
        <span className="max-sm:sr-only">{t('filters.filter')}</span>
      </button>
      <SegmentMenu state={state} />
      {open && (
        <Suspense fallback={null}>
          <FilterDialog
            initial={undefined}
            onClose={() => setOpen(false)}
            onDone={(filter) => {
              state.change({ filters: [...state.filters, filter] })
              setOpen(false)
            }}
            others={state.filters}
            state={state}
          />
        </Suspense>
      )}
    </>
  )
}
