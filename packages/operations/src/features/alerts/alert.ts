import {
  AlertEvaluation,
  AlertId,
  DeliveryTarget,
  existing,
  LastDelivery,
  mutable,
  type ProductId,
  personText,
  ShownDeliveryTarget,
  type Store,
  type StoredAlert,
  Timestamp,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductCall } from '../../definition/index.ts'
import { shownTarget } from '../../messages/delivery-target.ts'
import { AlertRule } from './kinds/index.ts'

/** Notifies once when something starts to happen to a product, and once when it ends. */
export const Alert = z.object({
  id: AlertId,
  name: personText(120),
  rule: AlertRule,
  target: ShownDeliveryTarget,
  enabled: z.boolean().meta({ description: 'false: it is not evaluated until it is enabled again.' }),
  active_since: Timestamp.nullable().meta({ description: 'When it started; null while it is not active.' }),
  last_judgement: AlertEvaluation.nullable(),
  last_delivery: LastDelivery.nullable(),
  created_at: Timestamp,
  ...mutable,
})
export type Alert = z.infer<typeof Alert>

export const alertParams = { alert: AlertId }

/** What a person sets of an alert. */
export const alertFields = {
  name: Alert.shape.name.meta({ description: 'What people call it.' }),
  rule: Alert.shape.rule.meta({ description: 'What is watched for; usual is the median of four weeks.' }),
  target: DeliveryTarget.meta({ description: 'Email addresses, or a webhook.' }),
  enabled: Alert.shape.enabled,
}

export async function foundAlert({ store }: { store: Store }, product: ProductId, id: AlertId): Promise<StoredAlert> {
  return existing(await store.alerts.find(product, id))
}

/** Alerts as they are shown, with how each was delivered last. */
export async function shownAlerts(
  { delivery }: Pick<ProductCall, 'delivery'>,
  store: Pick<Store, 'deliveries' | 'emailOptOuts'>,
  alerts: readonly StoredAlert[],
): Promise<Alert[]> {
  const last = await store.deliveries.last(alerts.map(({ id }) => id))
  return Promise.all(
    alerts.map(async ({ id, name, rule, target, due_at, active_since, last_judgement, ...times }) => {
      const unsubscribed = await store.emailOptOuts.among(id, target.kind === 'email' ? target.addresses : [])
      return {
        id,
        name,
        rule: AlertRule.parse(rule),
        target: shownTarget(delivery.sealer, id, target, unsubscribed),
        enabled: due_at !== undefined,
        active_since: active_since ?? null,
        last_judgement: last_judgement ?? null,
        last_delivery: last.get(id) ?? null,
        created_at: times.created_at,
        revision: times.revision,
        updated_at: times.updated_at,
      }
    }),
  )
}

export async function shownAlert(
  call: Pick<ProductCall, 'delivery'>,
  store: Pick<Store, 'deliveries' | 'emailOptOuts'>,
  alert: StoredAlert,
): Promise<Alert> {
  return existing((await shownAlerts(call, store, [alert]))[0])
}
