import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiProblem } from '../../../api/problem.ts'
import type { Alert } from '../../../api/types.ts'
import { EmailOffNotice } from '../../../deliveries/email-off-notice.tsx'
import { type NewSigningSecret, SigningSecret } from '../../../deliveries/signing-secret.tsx'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loading } from '../../../ui/spinner.tsx'
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

const POLL_INTERVAL_MS = 2_000

function Alerts(): ReactNode {
  const { id: product } = useProduct()
  const { data, error, refetch } = useQuery({
    ...alertsQuery(product),
    // While one is being sent, the page follows it.
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ last_delivery }) => last_delivery?.state === 'waiting') ? POLL_INTERVAL_MS : false,
  })
  const [editing, setEditing] = useState<Alert | 'new'>()
  const [secret, setSecret] = useState<NewSigningSecret>()
  const alerts = data?.data ?? []
  return (
    <>
      {secret && <SigningSecret {...secret} onStored={() => setSecret(undefined)} />}
      {data?.meta.sends_email === false && <EmailOffNotice />}
      <Card
        actions={
          <Button icon="plus" onClick={() => setEditing('new')} size="small">
            {t('settings.alerts.new')}
          </Button>
        }
        flush
        title={t('settings.alerts.title')}
      >
        {data === undefined && error === null && <Loading what={t('settings.alerts.loading')} />}
        {data === undefined && error instanceof ApiProblem && (
          <div className="px-5 pb-5">
            <ProblemNotice onRetry={() => void refetch()} problem={error} />
          </div>
        )}
        {data !== undefined && alerts.length === 0 && (
          <EmptyState title={t('settings.alerts.none')}>{t('settings.alerts.none_hint')}</EmptyState>
        )}
        {alerts.length > 0 && (
          <ul className="divide-y border-t">
            {alerts.map((alert) => (
              <AlertRow key={alert.id} onEdit={() => setEditing(alert)} product={product} alert={alert} />
            ))}
          </ul>
        )}
      </Card>
      {editing !== undefined && (
        <AlertDialog
          onClose={() => setEditing(undefined)}
          onSecret={setSecret}
          product={product}
          alert={editing === 'new' ? undefined : editing}
        />
      )}
    </>
  )
}
