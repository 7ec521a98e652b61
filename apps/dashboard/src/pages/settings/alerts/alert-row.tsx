import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/client.ts'
import type { Alert } from '../../../api/types.ts'
import { LastDeliveryLine } from '../../../deliveries/last-delivery.tsx'
import { describeTarget } from '../../../deliveries/target-values.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { alertsQuery } from '../queries.ts'
import { describeRule } from './alert-values.ts'

interface AlertRowProps {
  readonly product: string
  readonly alert: Alert
  readonly onEdit: () => void
}

export function AlertRow({ product, alert, onEdit }: AlertRowProps): ReactNode {
  const { name, rule, target, enabled, active_since: since, last_judgement: judgement } = alert
  const [asking, setAsking] = useState<'test' | 'delete'>()
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="wrap-anywhere font-semibold">{name}</span>
          {!enabled && <Badge>{t('deliveries.paused')}</Badge>}
          {since !== null && <Badge tone="danger">{t('settings.alerts.active')}</Badge>}
        </p>
        <p className="wrap-anywhere text-sm">
          {describeRule(rule)} · {describeTarget(target)}
        </p>
        {since !== null && (
          <p className="text-danger text-sm">
            <T id="settings.alerts.active_since" values={{ when: <RelativeTime at={since} /> }} />
          </p>
        )}
        <p className="text-muted text-sm">
          {judgement === null ? (
            t('settings.alerts.not_checked')
          ) : (
            <T
              id={
                judgement.problem === null ? 'settings.alerts.checked' : `settings.alerts.problem_${judgement.problem}`
              }
              values={{ when: <RelativeTime at={judgement.at} /> }}
            />
          )}
        </p>
        <LastDeliveryLine delivery={alert.last_delivery} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={t('settings.alerts.test_label', { name })} onClick={() => setAsking('test')} size="small">
          {t('settings.alerts.test')}
        </Button>
        <Button aria-label={t('common.edit_label', { name })} onClick={onEdit} size="small">
          {t('common.edit')}
        </Button>
        <Button aria-label={t('common.delete_label', { name })} onClick={() => setAsking('delete')} size="small">
          {t('common.delete')}
        </Button>
      </div>
      {asking !== undefined && (
        <AskDialog alert={alert} asking={asking} onClose={() => setAsking(undefined)} product={product} />
      )}
    </li>
  )
}

function AskDialog({
  asking,
  product,
  alert: { id, name },
  onClose,
}: Pick<AlertRowProps, 'product' | 'alert'> & {
  readonly asking: 'test' | 'delete'
  readonly onClose: () => void
}): ReactNode {
  const queryClient = useQueryClient()
  const params = { path: { product, alert: id } }
  const refresh = () => queryClient.invalidateQueries(alertsQuery(product))
  const done = (message: string) => () => {
    onClose()
    showToast(message)
  }
  if (asking === 'test') {
    return (
      <ConfirmDialog
        call={(options) => api.POST('/api/v1/products/{product}/alerts/{alert}/test', { params, ...options })}
        confirmLabel={t('settings.alerts.test')}
        kind="primary"
        onClose={onClose}
        onDone={done(t('deliveries.sending_toast'))}
        onExecuted={refresh}
        summary={t('settings.alerts.test_hint')}
        title={t('settings.alerts.test_title', { name })}
      />
    )
  }
  return (
    <ConfirmDialog
      call={(options) => api.DELETE('/api/v1/products/{product}/alerts/{alert}', { params, ...options })}
      confirmLabel={t('common.delete')}
      onClose={onClose}
      onDone={done(t('common.deleted_toast', { name }))}
      onExecuted={refresh}
      summary={t('settings.alerts.delete_hint')}
      title={t('common.delete_title', { name })}
    />
  )
}
