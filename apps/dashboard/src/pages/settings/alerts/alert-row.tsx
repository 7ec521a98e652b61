import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import type { Alert } from '../../../api/types.ts'
import { DeliveryRow } from '../../../deliveries/delivery-row.tsx'
import { describeTarget } from '../../../deliveries/target-values.ts'
import { t } from '../../../messages/messages.ts'
import { Badge } from '../../../ui/badge.tsx'
import { When } from '../../../ui/relative-time.tsx'
import { alertsQuery } from '../queries.ts'
import { describeRule } from './alert-values.ts'

interface AlertRowProps {
  readonly product: string
  readonly alert: Alert
  readonly onEdit: () => void
}

export function AlertRow({ product, alert, onEdit }: AlertRowProps): ReactNode {
  const queryClient = useQueryClient()
  const { name, rule, target, active_since: since, last_judgement: evaluation } = alert
  const params = { path: { product, alert: alert.id } }
  return (
    <DeliveryRow
      badges={since !== null && <Badge tone="danger">{t('settings.alerts.active')}</Badge>}
      deleting={{
        call: (options) => api.DELETE('/api/v1/products/{product}/alerts/{alert}', { params, ...options }),
        hint: t('settings.alerts.delete_hint'),
      }}
      item={alert}
      onEdit={onEdit}
      refresh={() => queryClient.invalidateQueries(alertsQuery(product))}
      sending={{
        call: (options) => api.POST('/api/v1/products/{product}/alerts/{alert}/test', { params, ...options }),
        action: t('settings.alerts.test'),
        label: t('settings.alerts.test_label', { name }),
        title: t('settings.alerts.test_title', { name }),
        hint: t('settings.alerts.test_hint'),
      }}
    >
      <p className="wrap-anywhere text-sm">
        {describeRule(rule)} · {describeTarget(target)}
      </p>
      {since !== null && (
        <p className="text-danger text-sm">
          <When at={since} id="settings.alerts.active_since" />
        </p>
      )}
      <p className="text-muted text-sm">
        {evaluation === null ? (
          t('settings.alerts.not_checked')
        ) : (
          <When
            at={evaluation.at}
            id={
              evaluation.problem === null ? 'settings.alerts.checked' : `settings.alerts.problem_${evaluation.problem}`
            }
          />
        )}
      </p>
    </DeliveryRow>
  )
}
