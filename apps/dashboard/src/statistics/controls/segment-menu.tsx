import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Segment } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { useHasRole } from '../../product/use-product.ts'
import { useSharedView } from '../../session/shared-view.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Popover } from '../../ui/menu.tsx'
import { MENU_ITEM } from '../../ui/popup-style.ts'
import { filtersOfSegment, segmentsQuery, useSegment } from '../segments.ts'
import type { ReportState } from '../use-report-state.ts'
import { PICKER_STYLE } from './picker-style.ts'
import { PickerText } from './picker-text.tsx'

const SegmentDialog = lazy(() =>
  import('./segment-dialog.tsx').then(({ SegmentDialog }) => ({ default: SegmentDialog })),
)
const DeleteSegment = lazy(() =>
  import('./segment-dialog.tsx').then(({ DeleteSegment }) => ({ default: DeleteSegment })),
)

type SegmentChange =
  | { readonly what: 'create' }
  | { readonly what: 'edit'; readonly segment: Segment }
  | { readonly what: 'delete'; readonly segment: Segment }

/** Chooses the segment of the page; editors also save, edit and delete segments here. */
export function SegmentMenu({ state }: { readonly state: ReportState }): ReactNode {
  // The person who made a shared link chose its segment.
  return useSharedView() === undefined ? <Segments state={state} /> : null
}

function Segments({ state }: { readonly state: ReportState }): ReactNode {
  const [open, setOpen] = useState<SegmentChange>()
  const chosen = useSegment(state.product, state.segment)
  const close = () => setOpen(undefined)
  return (
    <>
      <Popover
        align="end"
        button={
          <span className="max-w-40 truncate">
            <span className="sr-only">{t('segments.segment')}: </span>
            {chosen?.segment?.name ?? <PickerText short={t('segments.short')}>{t('segments.all')}</PickerText>}
          </span>
        }
        className={PICKER_STYLE}
      >
        {(closeMenu) => (
          <SegmentChoices
            onChange={(change) => {
              closeMenu()
              setOpen(change)
            }}
            onDone={closeMenu}
            state={state}
          />
        )}
      </Popover>
      <Suspense fallback={null}>
        {open?.what === 'delete' && <DeleteSegment onClose={close} segment={open.segment} state={state} />}
        {open !== undefined && open.what !== 'delete' && (
          <SegmentDialog onClose={close} segment={open.what === 'edit' ? open.segment : undefined} state={state} />
        )}
      </Suspense>
    </>
  )
}

interface SegmentChoicesProps {
  readonly state: ReportState
  readonly onChange: (change: SegmentChange) => void
  readonly onDone: () => void
}

function SegmentChoices({ state, onChange, onDone }: SegmentChoicesProps): ReactNode {
  const { data = [] } = useQuery(segmentsQuery(state.product))
  const canEdit = useHasRole('editor')
  const put = (fields: Parameters<ReportState['change']>[0]) => {
    state.change(fields)
    onDone()
  }
  return (
    <>
      <ul>
        <li>
          <button
            aria-current={state.segment === undefined || undefined}
            className={MENU_ITEM}
            onClick={() => put({ segment: undefined })}
            type="button"
          >
            {t('segments.all')}
          </button>
        </li>
        {data.map((segment) => (
          <li className="flex items-center" key={segment.id}>
            <button
              aria-current={segment.id === state.segment || undefined}
              className={MENU_ITEM}
              onClick={() => put({ segment: segment.id })}
              type="button"
            >
              {segment.name}
            </button>
            <IconButton
              icon="copy"
              label={t('segments.open_of', { name: segment.name })}
              onClick={() => put({ segment: undefined, filters: filtersOfSegment(segment) })}
            />
            {canEdit && (
              <>
                <IconButton
                  icon="pencil"
                  label={t('segments.edit_of', { name: segment.name })}
                  onClick={() => onChange({ what: 'edit', segment })}
                />
                <IconButton
                  icon="trash"
                  label={t('segments.delete_of', { name: segment.name })}
                  onClick={() => onChange({ what: 'delete', segment })}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {canEdit && (
        <div className="mt-1.5 grid gap-1 border-t px-2.5 pt-2.5 pb-1.5">
          {state.filters.length > 0 ? (
            <Button icon="plus" onClick={() => onChange({ what: 'create' })} size="small">
              {t('segments.new')}
            </Button>
          ) : (
            <p className="max-w-56 text-muted text-sm">{t('segments.needs_filters')}</p>
          )}
        </div>
      )}
    </>
  )
}
