import type { ReactNode } from 'react'
import { api, executed } from '../../../api/client.ts'
import type { Alert } from '../../../api/types.ts'
import { DeliveryDialog, useDeliveryForm } from '../../../deliveries/delivery-dialog.tsx'
import type { DeliveryDialogProps } from '../../../deliveries/delivery-list.tsx'
import { t } from '../../../messages/messages.ts'
import { alertsQuery } from '../queries.ts'
import { type AlertValues, describeAlert, NEW_ALERT, ruleOf, toAlertValues } from './alert-values.ts'
import { RuleFields } from './rule-fields.tsx'

/** Creates or edits an alert. */
export function AlertDialog({
  product,
  ...props
}: DeliveryDialogProps<Alert> & { readonly product: string }): ReactNode {
  const { item: alert, onClose } = props
  const form = useDeliveryForm({
    ...props,
    query: alertsQuery(product),
    empty: NEW_ALERT,
    toValues: toAlertValues,
    findMissing: ({ kind, rules }) =>
      rules[kind].goal === '' ? [{ path: 'rule.goal', message: t('settings.alerts.goal_missing') }] : [],
    create: (values, target) => {
      const body = { ...inputOf(values), target }
      return executed(api.POST('/api/v1/products/{product}/alerts', { params: { path: { product } }, body }))
    },
    update: (id, values, change) => {
      const params = { path: { product, alert: id } }
      const body = { ...inputOf(values), ...change }
      return executed(api.PATCH('/api/v1/products/{product}/alerts/{alert}', { params, body }))
    },
  })
  return (
    <DeliveryDialog
      before={alert && toAlertValues(alert).target}
      describe={describeAlert}
      form={form}
      onClose={onClose}
      texts={{
        create: t('settings.alerts.create'),
        nameHint: t('settings.alerts.name_hint'),
        enabled: t('settings.alerts.enabled'),
      }}
      title={alert === undefined ? t('settings.alerts.new') : t('settings.alerts.edit_title', { name: alert.name })}
    >
      <RuleFields form={form} product={product} />
    </DeliveryDialog>
  )
}

function inputOf(values: AlertValues) {
  return { name: values.name, rule: ruleOf(values), enabled: values.enabled }
}
