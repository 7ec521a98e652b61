import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { answer, api, executed } from '../../api/client.ts'
import { productQueryKey } from '../../api/queries.ts'
import type { Segment } from '../../api/types.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { Form } from '../../forms/form.tsx'
import { useForm, type Version } from '../../forms/use-form.ts'
import { t } from '../../messages/messages.ts'
import { CheckboxField } from '../../ui/choice-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { describeFilter } from '../describe-filter.ts'
import type { Filter } from '../filters.ts'
import { filtersOfSegment } from '../segments.ts'
import type { ReportState } from '../use-report-state.ts'
import { requestFilters } from './request-filters.ts'

const BASE = '/api/v1/products/{product}/segments'

interface SegmentDialogProps {
  /** Absent while a new one is saved. */
  readonly segment: Segment | undefined
  readonly state: ReportState
  readonly onClose: () => void
}

interface Values {
  readonly name: string
  readonly filters: readonly Filter[]
}

/** Saves the filters of the page as a segment, or changes one. */
export function SegmentDialog({ segment, state, onClose }: SegmentDialogProps): ReactNode {
  const { product } = state
  const queryClient = useQueryClient()
  const [replaces, setReplaces] = useState(false)
  const form = useForm<Values>({
    initial: segment === undefined ? { values: { name: '', filters: state.filters } } : versionOf(segment),
    async save({ name, filters }, revision) {
      const body = { name, filters: requestFilters(filters) }
      if (segment === undefined) {
        const saved = (await executed(api.POST(BASE, { params: { path: { product } }, body }))).result
        state.change({ segment: saved.id, filters: undefined })
        return versionOf(saved)
      }
      const path = { product, segment: segment.id }
      const changed = { ...body, ...(revision === undefined ? {} : { revision }) }
      return versionOf((await executed(api.PATCH(`${BASE}/{segment}`, { params: { path }, body: changed }))).result)
    },
    async reload() {
      const { data } = await answer(api.GET(BASE, { params: { path: { product } } }))
      const found = data.segments.find(({ id }) => id === segment?.id)
      return found === undefined ? { values: { name: '', filters: [] } } : versionOf(found)
    },
    onSaved() {
      void queryClient.invalidateQueries({ queryKey: productQueryKey(product) })
      showToast(t(segment === undefined ? 'segments.created_toast' : 'segments.updated_toast'))
      onClose()
    },
  })
  return (
    <Dialog keepOpen={form.dirty} onClose={onClose} title={t(segment === undefined ? 'segments.new' : 'segments.edit')}>
      <Form
        describe={({ name, filters }) => [
          { label: t('common.name'), value: name },
          { label: t('segments.filters'), value: filters.map(describeFilter).join('; ') },
        ]}
        form={form}
        onCancel={onClose}
        submitLabel={t('segments.save')}
      >
        <TextField
          autoComplete="off"
          hint={t('segments.name_hint')}
          label={t('common.name')}
          maxLength={120}
          required
          {...form.field('name')}
        />
        <div className="grid gap-1.5">
          <p className="font-semibold text-sm">{t('segments.filters')}</p>
          <ul className="grid list-disc gap-1 pl-5 text-sm">
            {form.values.filters.map((filter) => (
              <li key={JSON.stringify(filter)}>{describeFilter(filter)}</li>
            ))}
          </ul>
        </div>
        {segment !== undefined && state.filters.length > 0 && (
          <CheckboxField
            checked={replaces}
            label={t('segments.replace')}
            onChange={(chosen) => {
              setReplaces(chosen)
              form.set('filters', chosen ? state.filters : filtersOfSegment(segment))
            }}
          />
        )}
      </Form>
    </Dialog>
  )
}

function versionOf(segment: Segment): Version<Values> {
  return { values: { name: segment.name, filters: filtersOfSegment(segment) }, revision: segment.revision }
}

interface DeleteSegmentProps {
  readonly segment: Segment
  readonly state: ReportState
  readonly onClose: () => void
}

export function DeleteSegment({ segment, state, onClose }: DeleteSegmentProps): ReactNode {
  const { product } = state
  const queryClient = useQueryClient()
  const path = { product, segment: segment.id }
  return (
    <ConfirmDialog
      call={(options) => api.DELETE(`${BASE}/{segment}`, { params: { path }, ...options })}
      confirmLabel={t('segments.delete')}
      onClose={onClose}
      onDone={() => {
        if (state.segment === segment.id) state.change({ segment: undefined })
        void queryClient.invalidateQueries({ queryKey: productQueryKey(product) })
      }}
      toast={t('segments.deleted_toast')}
      title={t('segments.delete_title', { name: segment.name })}
    />
  )
}
