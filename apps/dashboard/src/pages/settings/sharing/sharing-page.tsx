import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/client.ts'
import type { SharedLink } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { QueryPending } from '../../../forms/query-pending.tsx'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { segmentsQuery } from '../../../statistics/segments.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RestrictedPage } from '../restricted-page.tsx'
import { LinkOnce } from './link-once.tsx'
import { sharesQuery } from './queries.ts'
import { EditShareDialog, type NewShare, NewShareDialog } from './share-dialog.tsx'
import { ShareList } from './share-list.tsx'

export function SharingPage(): ReactNode {
  return (
    <RestrictedPage description={t('sharing.description')} minimum="admin" title={t('sharing.title')}>
      <Sharing product={useProduct().id} />
    </RestrictedPage>
  )
}

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'edit'; readonly link: SharedLink }
  | { readonly what: 'end'; readonly link: SharedLink }

function Sharing({ product }: { readonly product: string }): ReactNode {
  const [made, setMade] = useState<NewShare>()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      {made && <LinkOnce {...made} onStored={() => setMade(undefined)} />}
      <LinksCard onOpen={setOpen} product={product} />
      {open?.what === 'create' && (
        <NewShareDialog
          onClose={close}
          onMade={(created) => {
            setMade(created)
            close()
          }}
          product={product}
        />
      )}
      {open?.what === 'edit' && <EditShareDialog link={open.link} onClose={close} product={product} />}
      {open?.what === 'end' && <EndShare link={open.link} onClose={close} product={product} />}
    </>
  )
}

interface LinksCardProps {
  readonly product: string
  readonly onOpen: (open: Open) => void
}

function LinksCard({ product, onOpen }: LinksCardProps): ReactNode {
  const query = useQuery(sharesQuery(product))
  const { data } = query
  const { data: segments = [] } = useQuery(segmentsQuery(product))
  const names = new Map(segments.map(({ id, name }) => [id, name]))
  const ended = data?.filter(({ status }) => status === 'ended') ?? []
  const others = data?.filter(({ status }) => status !== 'ended') ?? []
  const list = (links: readonly SharedLink[]) => (
    <ShareList
      product={product}
      links={links}
      onEdit={(link) => onOpen({ what: 'edit', link })}
      onEnd={(link) => onOpen({ what: 'end', link })}
      segments={names}
    />
  )
  const create = (
    <Button icon="plus" onClick={() => onOpen({ what: 'create' })} size="small">
      {t('sharing.new')}
    </Button>
  )
  return (
    <Card actions={others.length > 0 && create} flush title={t('sharing.links')}>
      <QueryPending problemClass="px-5 pb-5" query={query} what={t('sharing.loading')} />
      {data !== undefined && others.length === 0 && (
        <EmptyState actions={create} title={t('sharing.none')}>
          {t('sharing.none_why')}
        </EmptyState>
      )}
      {others.length > 0 && list(others)}
      {ended.length > 0 && (
        <details className="border-t">
          <summary className="min-h-11 px-5 py-2.5 text-muted text-sm">
            {t('sharing.ended', { count: ended.length })}
          </summary>
          {list(ended)}
        </details>
      )}
    </Card>
  )
}

interface EndShareProps {
  readonly link: SharedLink
  readonly product: string
  readonly onClose: () => void
}

function EndShare({ link, product, onClose }: EndShareProps): ReactNode {
  const queryClient = useQueryClient()
  const params = { path: { product, share: link.id } }
  return (
    <ConfirmDialog
      call={(options) => api.DELETE('/api/v1/products/{product}/shares/{share}', { params, ...options })}
      confirmLabel={t('sharing.end_button')}
      onClose={onClose}
      toast={t('sharing.ended_toast', { name: link.name })}
      onExecuted={() => queryClient.invalidateQueries(sharesQuery(product))}
      title={t('sharing.end_title', { name: link.name })}
    />
  )
}
