import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { productQueryKey } from '../../api/queries.ts'
import type { Funnel } from '../../api/types.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { t } from '../../messages/messages.ts'
import { useProduct } from '../../product/use-product.ts'

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
      confirmLabel={t('funnels.delete')}
      onClose={onClose}
      onDone={() => void queryClient.invalidateQueries({ queryKey: productQueryKey(product) })}
      toast={t('funnels.deleted')}
      call={(options) => api.DELETE(ROUTE, { params: { path }, ...options })}
      title={t('funnels.delete_title', { name: funnel.name })}
    />
  )
}
