import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DeliveryList, whileSending } from '../../../deliveries/delivery-list.tsx'
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
  return (
    <DeliveryList
      dialog={(props) => <AlertDialog {...props} product={product} />}
      list={list}
      row={(alert, onEdit) => <AlertRow alert={alert} key={alert.id} onEdit={onEdit} product={product} />}
      texts={{
        title: t('settings.alerts.title'),
        create: t('settings.alerts.new'),
        loading: t('settings.alerts.loading'),
        none: t('settings.alerts.none'),
        noneHint: t('settings.alerts.none_hint'),
      }}
    />
  )
}
