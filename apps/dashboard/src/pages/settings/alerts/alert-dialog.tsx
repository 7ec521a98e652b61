import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed } from '../../../api/client.ts'
import type { Alert } from '../../../api/types.ts'
import type { NewSigningSecret } from '../../../deliveries/signing-secret.tsx'
import { TargetFields } from '../../../deliveries/target-fields.tsx'
import { changedTarget, missingInTarget, targetOf } from '../../../deliveries/target-values.ts'
import { Form } from '../../../forms/form.tsx'
import { incomplete } from '../../../forms/incomplete.ts'
import { NameField } from '../../../forms/name-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckboxField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { alertsQuery } from '../queries.ts'
import { type AlertValues, describeAlert, NEW_ALERT, ruleOf, toAlertValues } from './alert-values.ts'
import { RuleFields } from './rule-fields.tsx'

interface AlertDialogProps {
  readonly product: string
  /** Absent for a new alert. */
  readonly alert: Alert | undefined
  readonly onSecret: (secret: NewSigningSecret) => void
  readonly onClose: () => void
}

/** Creates or edits an alert. */
export function AlertDialog({ product, alert, onSecret, onClose }: AlertDialogProps): ReactNode {
  const { form, before } = useAlertForm({ product, alert, onSecret, onClose })
  return (
    <Dialog
      keepOpen
      onClose={onClose}
      title={alert === undefined ? t('settings.alerts.new') : t('settings.alerts.edit_title', { name: alert.name })}
    >
      <Form
        creates={alert === undefined}
        describe={describeAlert}
        form={form}
        onCancel={onClose}
        submitLabel={alert === undefined ? t('settings.alerts.create') : t('common.save')}
      >
        <NameField form={form} hint={t('settings.alerts.name_hint')} />
        <RuleFields form={form} product={product} />
        <TargetFields
          before={before?.target}
          onChange={(next) => form.set('target', next)}
          problem={form.problem}
          values={form.values.target}
        />
        {alert !== undefined && (
          <CheckboxField
            checked={form.values.enabled}
            label={t('settings.alerts.enabled')}
            onChange={(on) => form.set('enabled', on)}
          />
        )}
      </Form>
    </Dialog>
  )
}

function useAlertForm({ product, alert, onSecret, onClose }: AlertDialogProps) {
  const queryClient = useQueryClient()
  const versionOf = (stored: Alert) => ({ values: toAlertValues(stored), revision: stored.revision })
  const before = alert && toAlertValues(alert)
  const form = useForm<AlertValues>({
    initial: alert === undefined ? { values: NEW_ALERT } : versionOf(alert),
    async save(values, revision) {
      const { name, kind, rules } = values
      const missing = [
        ...(name.trim() === '' ? [{ path: 'name', message: t('common.name_missing') }] : []),
        ...(rules[kind].goal === '' ? [{ path: 'rule.goal', message: t('settings.alerts.goal_missing') }] : []),
        ...missingInTarget(values.target, before?.target),
      ]
      if (missing.length > 0) throw incomplete(missing)
      const { result, secret } = await write(product, alert, values, revision, before)
      await queryClient.invalidateQueries(alertsQuery(product))
      if (secret !== undefined) onSecret({ name: result.name, secret })
      return versionOf(result)
    },
    ...(alert !== undefined && {
      async reload() {
        const { data } = await queryClient.fetchQuery({ ...alertsQuery(product), staleTime: 0 })
        return versionOf(data.find(({ id }) => id === alert.id) ?? alert)
      },
    }),
    onSaved() {
      showToast(t('common.saved'))
      onClose()
    },
  })
  return { form, before }
}

async function write(
  product: string,
  alert: Alert | undefined,
  values: AlertValues,
  revision: number | undefined,
  before: AlertValues | undefined,
) {
  const { name, enabled } = values
  const rule = ruleOf(values)
  if (alert === undefined) {
    const body = { name, rule, enabled, target: targetOf(values.target) }
    return executed(api.POST('/api/v1/products/{product}/alerts', { params: { path: { product } }, body }))
  }
  const target = changedTarget(values.target, before?.target)
  const params = { path: { product, alert: alert.id } }
  const body = { name, rule, enabled, ...(target && { target }), ...(revision !== undefined && { revision }) }
  return executed(api.PATCH('/api/v1/products/{product}/alerts/{alert}', { params, body }))
}
