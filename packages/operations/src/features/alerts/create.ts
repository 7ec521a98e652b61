import { QuotaExceeded, textsIn, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { created, defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { AgentTarget, targetForAgent } from '../../messages/agent-target.ts'
import {
  assertReachable,
  secretFacts,
  storeTarget,
  targetFacts,
  targetInWords,
  targetWarnings,
} from '../../messages/delivery-target.ts'
import { alertNameWarnings } from '../../warnings/names.ts'
import { Alert, alertFields, shownAlert } from './alert.ts'
import { watchOf } from './kinds/index.ts'

/** Each is evaluated by its own queries. */
const ALERTS_MAX = 20

export const createAlert = defineWrite({
  name: 'dashboard_alerts_create',
  method: 'POST',
  path: '/api/v1/products/{product}/alerts',
  title: 'Create an alert',
  activity: 'Alert created',
  description:
    'Sends a message when visitors spike or drop, a goal reaches a number, or events stop, and another when that ends. The signing secret of a generic webhook is only in this response.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  tool: {
    name: 'service_alerts_create',
    scope: 'content:write',
    description:
      'Sends a message when visitors spike or drop, a goal reaches a number, events stop, or script errors or a web vital exceed a limit, and another when that ends. Without a target it is sent to the email address of the account.',
    other: {
      body: z.strictObject({
        ...alertFields,
        target: AgentTarget.optional(),
        enabled: alertFields.enabled.default(true),
      }),
      meaning: async (call, asked) => ({ ...asked, target: await targetForAgent(call, asked.target) }),
      examples: [
        { body: { name: 'Spikes', rule: { kind: 'spike' } } },
        {
          given: ['report'],
          body: {
            name: 'Drops',
            rule: { kind: 'drop', span: 'day' },
            target: { kind: 'email', addresses: ['reader@example.com'] },
          },
        },
      ],
    },
  },
  errors: ['quota_exceeded'],
  body: z.strictObject({ ...alertFields, enabled: alertFields.enabled.default(true) }),
  output: Alert,
  creates: true,
  recentSignIn: true,
  examples: [
    { body: { name: 'Spikes', rule: { kind: 'spike' }, target: { kind: 'email', addresses: ['reader@example.com'] } } },
  ],
  async plan(call, { name, rule, target, enabled }) {
    const { store, product, delivery, clock, ids } = call
    assertReachable(delivery, target)
    const watch = watchOf(rule)
    await watch.assertValid?.(call)
    if ((await store.alerts.count(product.id)) >= ALERTS_MAX) throw new QuotaExceeded('alerts', ALERTS_MAX)
    return {
      summary: `Create the alert “${name}” of “${product.name}”. It is sent ${targetInWords(target)} ${watch.inWords(textsIn(null).say)}.`,
      changes: created({ name, rule, target: targetFacts(target), enabled }),
      revision: null,
      ...secretFacts(target),
      warnings: async () => [...targetWarnings(delivery, target), ...(await alertNameWarnings(call, name))],
      async commit({ store }) {
        const at = timestamp(clock.now())
        const id = ids.alert()
        const { stored, secret } = storeTarget(call, id, target)
        const times = { created_at: at, revision: 1, updated_at: at }
        const unevaluated = { due_at: enabled ? at : undefined, active_since: undefined, last_judgement: undefined }
        const alert = { id, product: product.id, name, rule, target: stored, ...unevaluated, ...times }
        await store.alerts.insert(alert)
        return { result: await shownAlert(call, store, alert), subject: id, ...(secret && { secret }) }
      },
    }
  },
})
