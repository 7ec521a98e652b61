import {
  Alert,
  AlertId,
  type AlertRule,
  DeliveryTarget,
  existing,
  InvalidRequest,
  nearest,
  type ProductId,
  type Store,
  type StoredAlert,
} from '@footfall/core-domain'
import type { ProductCall } from '../../definition/index.ts'
import { shownTarget } from '../../delivery-target.ts'
import { counted } from '../../impact.ts'

export const alertParams = { alert: AlertId }

/** What a person sets of an alert. */
export const alertFields = {
  name: Alert.shape.name.meta({ description: 'What people call it.' }),
  rule: Alert.shape.rule,
  target: DeliveryTarget.meta({ description: 'Email addresses, or a webhook.' }),
  enabled: Alert.shape.enabled,
}

export async function foundAlert({ store }: { store: Store }, product: ProductId, id: AlertId): Promise<StoredAlert> {
  return existing(await store.alerts.find(product, id))
}

/** Throws `InvalidRequest` for a goal that the product does not have. */
export async function assertGoal(
  { store, product }: Pick<ProductCall, 'store' | 'product'>,
  rule: AlertRule,
): Promise<void> {
  if (rule.kind !== 'goal') return
  const { events } = await store.settings.get(product.id, 'events')
  const names = events.filter(({ goal }) => goal).map(({ name }) => name)
  if (names.includes(rule.goal)) return
  const near = nearest(rule.goal, { names })
  const message = 'is not the name of a goal of this product'
  throw new InvalidRequest([{ path: 'rule.goal', message, ...(near.length > 0 && { did_you_mean: near }) }])
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
        rule,
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

/** “an hour has more than 40 script errors”, “the LCP of a day is above 2500 ms”. */
function excessInWords({ measure, limit, span }: Extract<AlertRule, { kind: 'errors' }>): string {
  if (measure === 'errors') return `${SPANS[span]} has more than ${counted(limit, 'script error')}`
  return `the ${measure.toUpperCase()} of ${SPANS[span]} is above ${limit}${measure === 'cls' ? '' : ' ms'}`
}

const SPANS = { hour: 'an hour', day: 'a day' } as const

/** “when an hour has 100% more visitors than usual, and at least 50”. */
export function ruleInWords(rule: AlertRule): string {
  switch (rule.kind) {
    case 'spike':
      return `when ${SPANS[rule.span]} has ${rule.percent}% more visitors than usual, and at least ${rule.minimum}`
    case 'drop':
      return `when ${SPANS[rule.span]} has ${rule.percent}% fewer visitors than usual, if at least ${rule.minimum} are usual`
    case 'goal':
      return `when the goal “${rule.goal}” has ${counted(rule.count, 'conversion')} in a day`
    case 'errors':
      return `when ${excessInWords(rule)}`
    case 'silent':
      return `when no event arrives for ${counted(rule.hours, 'hour')} in which events are usual`
  }
}
