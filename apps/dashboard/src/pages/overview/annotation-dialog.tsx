import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { answer, api, executed } from '../../api/client.ts'
import { productQueryKey } from '../../api/queries.ts'
import type { Annotation } from '../../api/types.ts'
import { Form } from '../../forms/form.tsx'
import { useForm, type Version } from '../../forms/use-form.ts'
import { useProduct } from '../../product/use-product.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'

type AnnotationDialogProps = { readonly onClose: () => void } & (
  | { readonly annotation: Annotation; readonly day?: never }
  | { readonly annotation?: never; readonly day: string }
)

interface Values {
  readonly date: string
  readonly title: string
  readonly note: string
}

const BASE = '/api/v1/products/{product}/annotations'

/** Creates or edits an annotation. */
export function AnnotationDialog({ annotation, day, onClose }: AnnotationDialogProps): ReactNode {
  const product = useProduct().id
  const queryClient = useQueryClient()
  const form = useForm<Values>({
    initial: annotation === undefined ? { values: { date: day, title: '', note: '' } } : versionOf(annotation),
    async save({ date, title, note }, revision) {
      if (annotation === undefined) {
        const body = { date, title, ...(note.trim() === '' ? {} : { note }) }
        return versionOf((await executed(api.POST(BASE, { params: { path: { product } }, body }))).result)
      }
      const path = { product, annotation_id: annotation.id }
      const body = {
        date,
        title,
        note: note.trim() === '' ? null : note,
        ...(revision === undefined ? {} : { revision }),
      }
      return versionOf((await executed(api.PATCH(`${BASE}/{annotation_id}`, { params: { path }, body }))).result)
    },
    async reload() {
      const { data } = await answer(api.GET(BASE, { params: { path: { product } } }))
      const found = data.annotations.find(({ id }) => id === annotation?.id)
      return found === undefined ? { values: { date: '', title: '', note: '' } } : versionOf(found)
    },
    onSaved() {
      void queryClient.invalidateQueries({ queryKey: productQueryKey(product) })
      showToast(annotation === undefined ? 'Annotation added.' : 'Annotation updated.')
      onClose()
    },
  })
  return (
    <Dialog
      keepOpen={form.dirty}
      onClose={onClose}
      title={annotation === undefined ? 'New annotation' : 'Edit annotation'}
    >
      <Form
        describe={({ date, title, note }) => [
          { label: 'Day', value: date },
          { label: 'What happened', value: title },
          { label: 'Note', value: note },
        ]}
        form={form}
        onCancel={onClose}
        submitLabel="Save"
      >
        <TextField label="Day" required type="date" {...form.field('date')} />
        <TextField label="What happened" maxLength={200} required {...form.field('title')} />
        <TextAreaField label="Note" {...form.field('note')} hint="Optional." />
      </Form>
    </Dialog>
  )
}

function versionOf({ date, title, note, revision }: Annotation): Version<Values> {
  return { values: { date, title, note: note ?? '' }, revision }
}
