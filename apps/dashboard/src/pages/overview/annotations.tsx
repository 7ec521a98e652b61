import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { productQueryKey } from '../../api/queries.ts'
import type { Annotation } from '../../api/types.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useHasRole, useProduct } from '../../product/use-product.ts'
import { formatDay } from '../../statistics/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AnnotationDialog } from './annotation-dialog.tsx'

interface AnnotationsProps {
  readonly annotations: readonly Annotation[]
  /** The day of a new annotation, unless another one is chosen. */
  readonly day: string
}

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'edit'; readonly annotation: Annotation }
  | { readonly what: 'delete'; readonly annotation: Annotation }

/** The annotations, numbered as on the chart. */
export function Annotations({ annotations, day }: AnnotationsProps): ReactNode {
  const [open, setOpen] = useState<Open>()
  const canWrite = useHasRole('editor')
  if (annotations.length === 0 && !canWrite) return null
  const close = () => setOpen(undefined)
  return (
    <section aria-label="Annotations" className="grid gap-1 border-t px-5 py-3">
      {annotations.length > 0 && (
        <ol className="grid gap-0.5">
          {annotations.map((annotation, index) => (
            <li className="flex items-start gap-3 text-sm" key={annotation.id}>
              <span className="mt-1 grid size-5 shrink-0 place-items-center rounded-full bg-warning-ground font-semibold text-warning text-xs">
                {index + 1}
              </span>
              <span className="min-w-0 flex-1 py-0.5">
                <span className="mr-2 block text-muted tabular-nums sm:inline">{formatDay(annotation.date)}</span>
                <strong className="font-semibold">{annotation.title}</strong>
                {annotation.note !== undefined && (
                  <span className="block whitespace-pre-wrap text-muted">{annotation.note}</span>
                )}
              </span>
              {canWrite && (
                <span className="flex">
                  <IconButton
                    className="size-7"
                    icon="pencil"
                    label={`Edit ${annotation.title}`}
                    onClick={() => setOpen({ what: 'edit', annotation })}
                  />
                  <IconButton
                    className="size-7"
                    icon="trash"
                    label={`Delete ${annotation.title}`}
                    onClick={() => setOpen({ what: 'delete', annotation })}
                  />
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {canWrite && (
        <div>
          <Button icon="plus" kind="quiet" onClick={() => setOpen({ what: 'create' })} size="small">
            Add an annotation
          </Button>
        </div>
      )}
      {open?.what === 'create' && <AnnotationDialog day={day} onClose={close} />}
      {open?.what === 'edit' && <AnnotationDialog annotation={open.annotation} onClose={close} />}
      {open?.what === 'delete' && <DeleteAnnotation annotation={open.annotation} onClose={close} />}
    </section>
  )
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
      confirmLabel="Delete"
      onClose={onClose}
      onDone={() => {
        void queryClient.invalidateQueries({ queryKey: productQueryKey(product) })
        showToast('Annotation deleted.')
        onClose()
      }}
      call={(options) => api.DELETE(route, { params: { path }, ...options })}
      title={`Delete “${annotation.title}”?`}
    />
  )
}
