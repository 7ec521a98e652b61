import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { answer, api, executed } from '../../api/client.ts'
import { productQueryKey } from '../../api/queries.ts'
import type { Annotation } from '../../api/types.ts'
import { Form } from '../../forms/form.tsx'
import { useForm, type Version } from '../../forms/use-form.ts'
import { t } from '../../messages/messages.ts'
import { useProduct } from '../../product/use-product.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type AnnotationColor, COLOR_OPTIONS } from './annotation-colors.ts'

type AnnotationDialogProps = { readonly onClose: () => void } & (
  | { readonly annotation: Annotation; readonly day?: never }
  | { readonly annotation?: never; readonly day: string }
)

interface Values {
  readonly date: string
  readonly title: string
  readonly note: string
  readonly category: string
  readonly color: AnnotationColor
}

const BASE = '/api/v1/products/{product}/annotations'

/** Creates or edits an annotation. */
export function AnnotationDialog({ annotation, day, onClose }: AnnotationDialogProps): ReactNode {
  const product = useProduct().id
  const queryClient = useQueryClient()
  const form = useForm<Values>({
    initial: annotation === undefined ? { values: { ...EMPTY, date: day } } : versionOf(annotation),
    async save({ date, title, note, category, color }, revision) {
      if (annotation === undefined) {
        const body = {
          date,
          title,
          color,
          ...(note.trim() === '' ? {} : { note }),
          ...(category.trim() === '' ? {} : { category }),
        }
        return versionOf((await executed(api.POST(BASE, { params: { path: { product } }, body }))).result)
      }
      const path = { product, annotation_id: annotation.id }
      const body = {
        date,
        title,
        color,
        note: note.trim() === '' ? null : note,
        category: category.trim() === '' ? null : category,
        ...(revision === undefined ? {} : { revision }),
      }
      return versionOf((await executed(api.PATCH(`${BASE}/{annotation_id}`, { params: { path }, body }))).result)
    },
    async reload() {
      const { data } = await answer(api.GET(BASE, { params: { path: { product } } }))
      const found = data.annotations.find(({ id }) => id === annotation?.id)
      return found === undefined ? { values: EMPTY } : versionOf(found)
    },
    onSaved() {
      void queryClient.invalidateQueries({ queryKey: productQueryKey(product) })
      showToast(t(annotation === undefined ? 'annotations.added_toast' : 'annotations.updated_toast'))
      onClose()
    },
  })
  return (
    <Dialog
      keepOpen={form.dirty}
      onClose={onClose}
      title={t(annotation === undefined ? 'annotations.new' : 'annotations.edit')}
    >
      <Form
        describe={({ date, title, note, category, color }) => [
          { label: t('annotations.day'), value: date },
          { label: t('annotations.what_happened'), value: title },
          { label: t('annotations.note'), value: note },
          { label: t('annotations.category'), value: category },
          { label: t('annotations.color'), value: color },
        ]}
        form={form}
        onCancel={onClose}
        submitLabel={t('annotations.save')}
      >
        <TextField label={t('annotations.day')} required type="date" {...form.field('date')} />
        <TextField label={t('annotations.what_happened')} maxLength={200} required {...form.field('title')} />
        <TextAreaField label={t('annotations.note')} {...form.field('note')} hint={t('annotations.optional')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            hint={t('annotations.category_hint')}
            label={t('annotations.category')}
            maxLength={40}
            {...form.field('category')}
          />
          <SelectField label={t('annotations.color')} options={COLOR_OPTIONS} {...form.field('color')} />
        </div>
      </Form>
    </Dialog>
  )
}

const EMPTY: Values = { date: '', title: '', note: '', category: '', color: 'yellow' }

function versionOf({ date, title, note, category, color, revision }: Annotation): Version<Values> {
  return { values: { date, title, note: note ?? '', category: category ?? '', color: color ?? 'yellow' }, revision }
}
