import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { answer, api, executed } from '../../api/client.ts'
import { productQueryKey } from '../../api/queries.ts'
import type { Funnel } from '../../api/types.ts'
import { Form } from '../../forms/form.tsx'
import { useForm, type Version } from '../../forms/use-form.ts'
import { useProduct } from '../../product/use-product.ts'
import { isSaved } from '../../statistics/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { formatWindow } from './format-window.ts'
import { type DraftStep, describeMatch, draftStep, StepsField, stepOf } from './steps-field.tsx'

interface FunnelDialogProps {
  readonly funnel?: Funnel
  readonly onClose: () => void
}

export interface FunnelValues {
  readonly name: string
  readonly steps: readonly DraftStep[]
  readonly window: string
}

const WINDOWS = [30, 60, 360, 1_440, 4_320, 10_080, 20_160, 43_200]
const BASE = '/api/v1/products/{product}/funnels'

/** Creates or edits a funnel. */
export function FunnelDialog({ funnel, onClose }: FunnelDialogProps): ReactNode {
  const product = useProduct().id
  const queryClient = useQueryClient()
  const form = useForm<FunnelValues>({
    initial:
      funnel === undefined
        ? { values: { name: '', steps: [draftStep(0), draftStep(1)], window: '1440' } }
        : versionOf(funnel),
    async save({ name, steps, window }, revision) {
      const body = {
        name,
        steps: steps.map(stepOf),
        window_minutes: Number(window),
      }
      if (funnel === undefined) {
        return versionOf((await executed(api.POST(BASE, { params: { path: { product } }, body }))).result)
      }
      const path = { product, funnel_id: funnel.id }
      const versioned = { ...body, ...(revision === undefined ? {} : { revision }) }
      return versionOf((await executed(api.PUT(`${BASE}/{funnel_id}`, { params: { path }, body: versioned }))).result)
    },
    async reload() {
      const { data } = await answer(api.GET(BASE, { params: { path: { product }, query: { limit: 200 } } }))
      const found = data.filter(isSaved).find(({ id }) => id === funnel?.id)
      return found === undefined ? { values: { name: '', steps: [], window: '1440' } } : versionOf(found)
    },
    onSaved() {
      void queryClient.invalidateQueries({ queryKey: productQueryKey(product) })
      showToast(funnel === undefined ? 'Funnel created.' : 'Funnel updated.')
      onClose()
    },
  })
  const minutes = Number(form.values.window)
  const windows = WINDOWS.includes(minutes) ? WINDOWS : [...WINDOWS, minutes].sort((a, b) => a - b)
  return (
    <Dialog keepOpen={form.dirty} onClose={onClose} title={funnel === undefined ? 'New funnel' : 'Edit funnel'} wide>
      <Form
        describe={({ name, steps, window }) => [
          { label: 'Name', value: name },
          {
            label: 'Steps',
            value: steps.map((step, at) => `${at + 1}. ${step.kind} ${describeMatch(step)}`).join('\n'),
          },
          { label: 'Time to complete', value: formatWindow(Number(window)) },
        ]}
        form={form}
        onCancel={onClose}
        submitLabel={funnel === undefined ? 'Create' : 'Save'}
      >
        <TextField label="Name" maxLength={120} required {...form.field('name')} />
        <StepsField error={form.error} onChange={(steps) => form.set('steps', steps)} steps={form.values.steps} />
        <SelectField
          label="Time to complete"
          options={windows.map((value) => ({ value: String(value), label: formatWindow(value) }))}
          {...form.field('window')}
          hint="From the first to the last step. Most visitors are counted again each UTC day, so longer funnels are rarely completed."
        />
      </Form>
    </Dialog>
  )
}

function versionOf({ name, steps, window_minutes, revision }: Omit<Funnel, 'results'>): Version<FunnelValues> {
  return {
    values: { name, steps: steps.map((step, at) => draftStep(at, step)), window: String(window_minutes) },
    revision,
  }
}
