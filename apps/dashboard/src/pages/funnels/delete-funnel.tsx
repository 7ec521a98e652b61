import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { productQueryKey } from '../../api/queries.ts'
import type { Funnel } from '../../api/types.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useProduct } from '../../product/use-product.ts'
import { showToast } from '../../ui/toast.tsx'

const ROUTE = '/api/v1/products/{product}/funnels/{funnel_id}'

export function DeleteFunnel({
  funnel,
  onClose,
}: {
  readonly funnel: Funnel
  readonly onClose: () => void
}): ReactNode {
  const product = useProduct().id
  const queryClient = useQueryClient()
  const path = { product, funnel_id: funnel.id }
  return (
    <ConfirmDialog
      confirmLabel="Delete"
      onClose={onClose}
      onDone={() => {
        void queryClient.invalidateQueries({ queryKey: productQueryKey(product) })
        showToast('Funnel deleted.')
        onClose()
      }}
      call={(options) => api.DELETE(ROUTE, { params: { path }, ...options })}
      title={`Delete “${funnel.name}”?`}
    />
  )
}
