import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DeliveryList, whileSending } from '../../../deliveries/delivery-list.tsx'
import { t } from '../../../messages/messages.ts'
import { alertsQuery } from '../queries.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { AlertRow } from './alert-row.tsx'

/** The alerts of a product. */
export function AlertList({ product }: { readonly product: string }): ReactNode {
  const list = useQuery({ ...alertsQuery(product), refetchInterval: whileSending })
  return (
    <DeliveryList
      dialog={(props) => <AlertDialog {...props} product={product} />}
      emailNotice={false}
      list={list}
      row={(alert, onEdit) => <AlertRow alert={alert} key={alert.id} onEdit={onEdit} product={product} />}
      texts={{
        title: t('settings.alerts.title'),
        description: t('settings.alerts.description'),
        create: t('settings.alerts.new'),
        loading: t('settings.alerts.loading'),
        none: t('settings.alerts.none'),
        noneHint: t('settings.alerts.none_hint'),
      }}
    />
  )
}
