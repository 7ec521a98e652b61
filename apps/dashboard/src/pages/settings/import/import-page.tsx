import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import { productQueryKey } from '../../../api/queries.ts'
import type { ImportedFile } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { QueryPending } from '../../../forms/query-pending.tsx'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RestrictedPage } from '../restricted-page.tsx'
import { ImportList } from './import-list.tsx'
import { importsQuery } from './queries.ts'
import { UploadCard } from './upload-card.tsx'

export function ImportPage(): ReactNode {
  return (
    <RestrictedPage description={t('settings.import.description')} minimum="admin" title={t('settings.import.title')}>
      <Imports product={useProduct().id} />
    </RestrictedPage>
  )
}

function Imports({ product }: { readonly product: string }): ReactNode {
  const [removing, setRemoving] = useState<ImportedFile>()
  return (
    <>
      <UploadCard product={product} />
      <ImportsCard onRemove={setRemoving} product={product} />
      {removing && <RemoveImport imported={removing} onClose={() => setRemoving(undefined)} product={product} />}
    </>
  )
}

interface ImportsCardProps {
  readonly product: string
  readonly onRemove: (imported: ImportedFile) => void
}

function ImportsCard({ product, onRemove }: ImportsCardProps): ReactNode {
  const query = useQuery(importsQuery(product))
  const { data } = query
  useRefreshAfterImport(product, data)
  const present = data?.filter(({ status }) => status !== 'removed').reverse() ?? []
  return (
    <Card flush title={t('settings.import.imports')}>
      <QueryPending problemClass="px-5 pb-5" query={query} what={t('settings.import.loading')} />
      {data !== undefined && present.length === 0 && (
        <EmptyState title={t('settings.import.none')}>{t('settings.import.none_why')}</EmptyState>
      )}
      {present.length > 0 && <ImportList imports={present} onRemove={onRemove} product={product} />}
    </Card>
  )
}

/** Refetches the statistics of the product when an import ends. */
function useRefreshAfterImport(product: string, imports: readonly ImportedFile[] | undefined): void {
  const queryClient = useQueryClient()
  const underWay = imports?.some(({ status }) => status === 'running' || status === 'removing') ?? false
  useEffect(() => {
    if (!underWay) return
    return () => void queryClient.invalidateQueries({ queryKey: productQueryKey(product) })
  }, [underWay, product, queryClient])
}

interface RemoveImportProps {
  readonly imported: ImportedFile
  readonly product: string
  readonly onClose: () => void
}

function RemoveImport({ imported, product, onClose }: RemoveImportProps): ReactNode {
  const queryClient = useQueryClient()
  const params = { path: { product, import: imported.id } }
  return (
    <ConfirmDialog
      call={(options) => api.DELETE('/api/v1/products/{product}/imports/{import}', { params, ...options })}
      confirmLabel={t('settings.import.remove')}
      onClose={onClose}
      toast={t('settings.import.removed_toast', { name: imported.file_name })}
      onExecuted={() => queryClient.invalidateQueries(importsQuery(product))}
      title={t('settings.import.remove_title', { name: imported.file_name })}
    />
  )
}
