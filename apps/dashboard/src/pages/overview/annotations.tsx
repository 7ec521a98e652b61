import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { productQueryKey } from '../../api/queries.ts'
import type { Annotation } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { useHasRole, useProduct } from '../../product/use-product.ts'
import { formatDay } from '../../statistics/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { annotationColor } from './annotation-colors.ts'

const ConfirmDialog = lazy(() =>
  import('../../forms/confirm-dialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
)
const AnnotationDialog = lazy(() =>
  import('./annotation-dialog.tsx').then(({ AnnotationDialog }) => ({ default: AnnotationDialog })),
)

interface AnnotationsProps {
  readonly annotations: readonly Annotation[]
  /** The day of a new annotation, unless another one is chosen. */
  readonly day: string
  readonly open: OpenAnnotation | undefined
  readonly onOpen: (open: OpenAnnotation | undefined) => void
}

/** The dialog that is open. The chart opens one as well. */
export type OpenAnnotation =
  | { readonly what: 'create'; readonly day: string }
  | { readonly what: 'edit'; readonly annotation: Annotation }
  | { readonly what: 'delete'; readonly annotation: Annotation }

/** The annotations, numbered as on the chart. */
export function Annotations({ annotations, day, open, onOpen }: AnnotationsProps): ReactNode {
  const canWrite = useHasRole('editor')
  if (annotations.length === 0 && !canWrite) return null
  const close = () => onOpen(undefined)
  return (
    <section aria-label={t('annotations.title')} className="grid gap-1 border-t px-5 py-3">
      {annotations.length > 0 && (
        <ol className="grid gap-0.5">
          {annotations.map((annotation, index) => (
            <li className="flex items-start gap-3 text-sm" key={annotation.id}>
              <span
                className="mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border font-semibold text-xs"
                style={colorStyle(annotation.color)}
              >
                {index + 1}
              </span>
              <span className="min-w-0 flex-1 py-0.5">
                <span className="mr-2 block text-muted tabular-nums sm:inline">{formatDay(annotation.date)}</span>
                <strong className="font-semibold">{annotation.title}</strong>{' '}
                {annotation.category !== undefined && <Badge>{annotation.category}</Badge>}
                {annotation.note !== undefined && (
                  <span className="block whitespace-pre-wrap text-muted">{annotation.note}</span>
                )}
              </span>
              {canWrite && (
                <span className="flex">
                  <IconButton
                    className="size-7"
                    icon="pencil"
                    label={t('annotations.edit_of', { title: annotation.title })}
                    onClick={() => onOpen({ what: 'edit', annotation })}
                  />
                  <IconButton
                    aligned
                    className="size-7"
                    icon="trash"
                    label={t('annotations.delete_of', { title: annotation.title })}
                    onClick={() => onOpen({ what: 'delete', annotation })}
                  />
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {canWrite && (
        <div>
          <Button aligned="left" icon="plus" kind="quiet" onClick={() => onOpen({ what: 'create', day })} size="small">
            {t('annotations.add')}
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {open?.what === 'create' && <AnnotationDialog day={open.day} onClose={close} />}
        {open?.what === 'edit' && <AnnotationDialog annotation={open.annotation} onClose={close} />}
        {open?.what === 'delete' && <DeleteAnnotation annotation={open.annotation} onClose={close} />}
      </Suspense>
    </section>
  )
}

function colorStyle(color: Annotation['color']) {
  const named = `var(--color-${annotationColor(color)})`
  return { borderColor: named, color: named }
}

function DeleteAnnotation({
  annotation,
  onClose,
}: {
  readonly annotation: Annotation
  readonly onClose: () => void
}): ReactNode {
  const product = useProduct().id
  const queryClient = useQueryClient()
  const path = { product, annotation_id: annotation.id }
  const route = '/api/v1/products/{product}/annotations/{annotation_id}'
  return (
    <ConfirmDialog
      confirmLabel={t('annotations.delete')}
      onClose={onClose}
      onDone={() => void queryClient.invalidateQueries({ queryKey: productQueryKey(product) })}
      toast={t('annotations.deleted_toast')}
      call={(options) => api.DELETE(route, { params: { path }, ...options })}
      title={t('annotations.delete_title', { title: annotation.title })}
    />
  )
}
