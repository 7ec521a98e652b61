import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Alert } from '../../../api/types.ts'
import { DeliveryList, whileSending } from '../../../deliveries/delivery-list.tsx'
import type { NewSigningSecret } from '../../../deliveries/signing-secret.tsx'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { alertsQuery } from '../queries.ts'
import { RestrictedPage } from '../restricted-page.tsx'
import { AlertDialog } from './alert-dialog.tsx'
import { AlertRow } from './alert-row.tsx'

export function AlertsPage(): ReactNode {
  return (
    <RestrictedPage description={t('settings.alerts.description')} minimum="admin" title={t('settings.alerts.title')}>
      <Alerts />
    </RestrictedPage>
  )
}

function Alerts(): ReactNode {
  const { id: product } = useProduct()
  const list = useQuery({ ...alertsQuery(product), refetchInterval: whileSending })
  const [editing, setEditing] = useState<Alert | 'new'>()
  const [secret, setSecret] = useState<NewSigningSecret>()
  return (
    <>
      <DeliveryList
        list={list}
        onCreate={() => setEditing('new')}
        onStored={() => setSecret(undefined)}
        row={(alert) => <AlertRow alert={alert} key={alert.id} onEdit={() => setEditing(alert)} product={product} />}
        secret={secret}
        texts={{
          title: t('settings.alerts.title'),
          create: t('settings.alerts.new'),
          loading: t('settings.alerts.loading'),
          none: t('settings.alerts.none'),
          noneHint: t('settings.alerts.none_hint'),
        }}
      />
      {editing !== undefined && (
        <AlertDialog
          alert={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onSecret={setSecret}
          product={product}
        />
      )}
    </>
  )
}
