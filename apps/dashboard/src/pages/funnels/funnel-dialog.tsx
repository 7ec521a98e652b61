import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { answer, api } from '../../api/client.ts'
import { productQueryKey } from '../../api/queries.ts'
import type { Funnel } from '../../api/types.ts'
import { Form } from '../../forms/form.tsx'
import type { Version } from '../../forms/use-form.ts'
import { usePreviewedForm } from '../../forms/use-previewed-form.ts'
import { t } from '../../messages/messages.ts'
import { useProduct } from '../../product/use-product.ts'
import { isSaved } from '../../statistics/queries.ts'
import type { FunnelTrial } from '../../statistics/search.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type DraftStep, describeMatch, draftStep, stepOf } from './draft-steps.ts'
import { formatWindow, WINDOW_MINUTES, windowOptions } from './format-window.ts'
import { kindLabel, StepsField } from './steps-field.tsx'

interface FunnelDialogProps {
  readonly funnel?: Funnel
  /** What a new funnel begins with. */
  readonly trial?: FunnelTrial | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
}

interface FunnelValues {
  readonly name: string
  readonly steps: readonly DraftStep[]
  readonly window: string
}

const BASE = '/api/v1/products/{product}/funnels'

/** Creates or edits a funnel. */
export function FunnelDialog({ funnel, trial, onClose, onSaved }: FunnelDialogProps): ReactNode {
  const product = useProduct().id
  const queryClient = useQueryClient()
  const { form, warnings } = usePreviewedForm<FunnelValues, Omit<Funnel, 'results'>>({
    initial: funnel === undefined ? { values: newFunnel(trial) } : versionOf(funnel),
    write({ name, steps, window }, version) {
      const body = { name, steps: steps.map(stepOf), window_minutes: Number(window) }
      if (funnel === undefined) return (options) => api.POST(BASE, { params: { path: { product } }, body, ...options })
      const params = { path: { product, funnel_id: funnel.id } }
      return (options) => api.PUT(`${BASE}/{funnel_id}`, { params, body: { ...body, ...version }, ...options })
    },
    saved: async (result) => versionOf(result),
    async reload() {
      const { data } = await answer(api.GET(BASE, { params: { path: { product }, query: { limit: 200 } } }))
      const found = data.filter(isSaved).find(({ id }) => id === funnel?.id)
      return found === undefined ? { values: { ...newFunnel(undefined), steps: [] } } : versionOf(found)
    },
    onSaved() {
      void queryClient.invalidateQueries({ queryKey: productQueryKey(product) })
      showToast(t(funnel === undefined ? 'funnels.created' : 'funnels.updated'))
      onSaved()
    },
  })
  return (
    <Dialog
      keepOpen={form.dirty}
      onClose={onClose}
      title={t(funnel === undefined ? 'funnels.new' : 'funnels.edit')}
      wide
    >
      <Form
        describe={({ name, steps, window }) => [
          { label: t('common.name'), value: name },
          {
            label: t('funnels.steps_short'),
            value: steps.map((step, at) => `${at + 1}. ${kindLabel(step.kind)} ${describeMatch(step)}`).join('\n'),
          },
          { label: t('funnels.window'), value: formatWindow(Number(window)) },
        ]}
        form={form}
        onCancel={onClose}
        submitLabel={t(funnel === undefined ? 'funnels.create' : 'funnels.save')}
      >
        <TextField label={t('common.name')} maxLength={120} required {...form.field('name')} />
        <StepsField error={form.error} onChange={(steps) => form.set('steps', steps)} steps={form.values.steps} />
        <SelectField
          label={t('funnels.window')}
          options={windowOptions(Number(form.values.window))}
          {...form.field('window')}
          hint={t('funnels.window_hint')}
        />
      </Form>
      {warnings}
    </Dialog>
  )
}

function newFunnel(trial: FunnelTrial | undefined): FunnelValues {
  return {
    name: '',
    steps: trial === undefined ? [draftStep(0), draftStep(1)] : trial.steps.map((step, at) => draftStep(at, step)),
    window: String(trial?.minutes ?? WINDOW_MINUTES),
  }
}

function versionOf({ name, steps, window_minutes, revision }: Omit<Funnel, 'results'>): Version<FunnelValues> {
  return {
    values: { name, steps: steps.map((step, at) => draftStep(at, step)), window: String(window_minutes) },
    revision,
  }
}
