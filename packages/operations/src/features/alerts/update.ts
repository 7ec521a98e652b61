import { type StoredAlert, type Timestamp, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { assertRevision, defineWrite, diff, PEOPLE_ONLY, revisionField } from '../../definition/index.ts'
import { AgentTarget, targetForAgent } from '../../messages/agent-target.ts'
import {
  assertReachable,
  secretFacts,
  shownTarget,
  storeTarget,
  targetFacts,
  targetWarnings,
} from '../../messages/delivery-target.ts'
import { alertNameWarnings } from '../../warnings/names.ts'
import { Alert, alertFields, alertParams, foundAlert, shownAlert } from './alert.ts'
import { watchOf } from './kinds/index.ts'

const alertChangeFields = {
  name: alertFields.name.optional(),
  rule: alertFields.rule.optional(),
  target: alertFields.target.optional(),
  enabled: alertFields.enabled.optional(),
  ...revisionField,
}

export const updateAlert = defineWrite({
  name: 'dashboard_alerts_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/alerts/{alert}',
  title: 'Change an alert',
  activity: 'Alert changed',
  description:
    'Changes name, rule or target of an alert, or stops and resumes it by `enabled`. With another rule, or stopped, it begins anew, and sends no message that what it reported has ended. A generic webhook as target gets a new signing secret, which is only in this response.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  tool: {
    name: 'service_alerts_update',
    scope: 'content:write',
    description:
      'Changes name, rule or target of an alert, or stops and resumes it by enabled. With another rule, or stopped, it begins anew, and sends no message that what it reported has ended.',
    other: {
      body: z.strictObject({ ...alertChangeFields, target: AgentTarget.optional() }),
      meaning: async (call, { target, ...asked }) => ({
        ...asked,
        ...(target !== undefined && { target: await targetForAgent(call, target) }),
      }),
      examples: [{ path: { alert: 'alert' }, body: { name: 'Renamed', enabled: false } }],
    },
  },
  errors: ['revision_conflict'],
  params: alertParams,
  body: z.strictObject(alertChangeFields),
  output: Alert,
  recentSignIn: true,
  examples: [{ path: { alert: 'alert' }, body: { name: 'Renamed' } }],
  async plan(call, { alert: id, revision, target, ...given }) {
    const { product, delivery, clock } = call
    const alert = await foundAlert(call, product.id, id)
    assertRevision(alert, revision)
    if (target !== undefined) assertReachable(delivery, target)
    if (given.rule !== undefined) await watchOf(given.rule).assertValid?.(call)
    const before = { name: alert.name, rule: alert.rule, enabled: alert.due_at !== undefined }
    const after = {
      name: given.name ?? before.name,
      rule: given.rule ?? before.rule,
      enabled: given.enabled ?? before.enabled,
    }
    const { unsubscribed: _, ...shown } = {
      unsubscribed: [],
      ...shownTarget(delivery.sealer, id, alert.target, new Set()),
    }
    return {
      summary: `Change the alert “${alert.name}” of “${product.name}”.`,
      changes: diff(
        { ...before, target: shown },
        { ...after, target: target === undefined ? shown : targetFacts(target) },
      ),
      // A target is not among it: its address is a secret.
      before,
      revision: alert.revision,
      ...secretFacts(target),
      warnings: async () => [
        ...(target === undefined ? [] : targetWarnings(delivery, target)),
        ...(given.name === undefined ? [] : await alertNameWarnings(call, given.name, id)),
      ],
      async commit({ store }) {
        const at = timestamp(clock.now())
        const { stored, secret } = target === undefined ? { stored: alert.target } : storeTarget(call, id, target)
        // What still waits was meant for the earlier target.
        if (target !== undefined) await store.deliveries.cancel(id)
        const change = { name: after.name, rule: after.rule, target: stored, ...stateAfter(alert, after, at) }
        const changed = await store.alerts.replace(product.id, id, change, at)
        return { result: await shownAlert(call, store, changed), subject: id, ...(secret && { secret }) }
      },
    }
  },
})

/** An alert with another rule starts without a state, and is evaluated at once. */
function stateAfter(alert: StoredAlert, after: Pick<StoredAlert, 'rule'> & { enabled: boolean }, at: Timestamp) {
  const { due_at, active_since, last_judgement } = alert
  const isSame = after.enabled && due_at !== undefined && JSON.stringify(after.rule) === JSON.stringify(alert.rule)
  return isSame
    ? { due_at, active_since, last_judgement }
    : { due_at: after.enabled ? at : undefined, active_since: undefined, last_judgement: undefined }
}
