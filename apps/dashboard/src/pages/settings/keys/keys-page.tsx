import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/client.ts'
import type { ProductKey } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { QueryPending } from '../../../forms/query-pending.tsx'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { membersQuery } from '../../../product/members-query.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { keysQuery } from '../queries.ts'
import { RestrictedPage } from '../restricted-page.tsx'
import { KeyList } from './key-list.tsx'
import { KeyNetworksDialog } from './key-networks-dialog.tsx'
import { KeySecret, type NewKey } from './key-secret.tsx'
import { NewKeyCard } from './new-key-card.tsx'

export function KeysPage(): ReactNode {
  return (
    <RestrictedPage description={t('settings.keys.description')} minimum="admin" title={t('settings.keys.title')}>
      <Keys />
    </RestrictedPage>
  )
}

function Keys(): ReactNode {
  const product = useProduct()
  const [created, setCreated] = useState<NewKey>()
  return (
    <>
      {created && <KeySecret {...created} onStored={() => setCreated(undefined)} product={product.id} />}
      <KeysCard product={product.id} />
      {created === undefined && <NewKeyCard onMade={setCreated} product={product.id} />}
    </>
  )
}

/** Ended on purpose. A disabled key is not: its owner may need to replace it. */
function isPast({ status }: ProductKey): boolean {
  return status === 'revoked' || status === 'expired'
}

function KeysCard({ product }: { readonly product: string }): ReactNode {
  const query = useQuery(keysQuery(product))
  const { data } = query
  const { data: members = [] } = useQuery(membersQuery(product))
  const names = new Map(members.map(({ id, name, email }) => [id, name ?? email]))
  const queryClient = useQueryClient()
  const [revoking, setRevoking] = useState<ProductKey>()
  const [edited, setEdited] = useState<ProductKey>()
  const past = data?.filter(isPast) ?? []
  const others = data?.filter((key) => !isPast(key)) ?? []
  return (
    <Card flush title={t('settings.keys.list')}>
      <QueryPending problemClass="px-5 pb-5" query={query} what={t('settings.keys.loading')} />
      {data !== undefined && others.length === 0 && (
        <EmptyState title={t('settings.keys.none')}>
          <T
            id="settings.keys.none_hint"
            values={{
              link: (text) => (
                <Link className="link" to="/account/tokens">
                  {text}
                </Link>
              ),
            }}
          />
        </EmptyState>
      )}
      {others.length > 0 && <KeyList keys={others} names={names} onEdit={setEdited} onRevoke={setRevoking} />}
      {past.length > 0 && (
        <details className="border-t">
          <summary className="min-h-11 px-5 py-2.5 text-muted text-sm">
            {t('settings.keys.past', { count: past.length })}
          </summary>
          <KeyList keys={past} names={names} onEdit={setEdited} onRevoke={setRevoking} />
        </details>
      )}
      {edited && <KeyNetworksDialog edited={edited} onClose={() => setEdited(undefined)} product={product} />}
      {revoking && (
        <ConfirmDialog
          confirmLabel={t('common.revoke')}
          onClose={() => setRevoking(undefined)}
          toast={t('common.revoked_toast', { name: revoking.name })}
          onExecuted={() => queryClient.invalidateQueries(keysQuery(product))}
          call={(options) => {
            const params = { path: { product, key_id: revoking.id } }
            return api.DELETE('/api/v1/products/{product}/keys/{key_id}', { params, ...options })
          }}
          summary={t('settings.keys.revoke_hint')}
          title={t('common.revoke_title', { name: revoking.name })}
        />
      )}
    </Card>
  )
}
