import { AlertId, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { recipientsOf, targetWarnings } from '../../messages/delivery-target.ts'
import { enqueueMessage } from '../../messages/enqueue-message.ts'
import { assertMayBeRequested, REQUESTED } from '../../messages/requested-messages.ts'
import { counted } from '../../warnings/impact.ts'
import { alertParams, foundAlert } from './alert.ts'
import { alertTestMessage } from './alert-message.ts'

export const sendAlertTest = defineWrite({
  name: 'dashboard_alerts_test',
  method: 'POST',
  path: '/api/v1/products/{product}/alerts/{alert}/test',
  title: 'Send a test of an alert',
  activity: 'Alert tested',
  description:
    'Sends a message that says it is a test to all recipients of an alert, at most ten times in 24 hours. The state of the alert does not change. The list says how it was delivered.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  params: alertParams,
  output: z.object({ id: AlertId, requested: z.literal(true) }),
  examples: [{ path: { alert: 'alert' } }],
  async plan(call, { alert: id }) {
    const { product, clock, ids, delivery, baseUrl } = call
    const alert = await foundAlert(call, product.id, id)
    await assertMayBeRequested(call, id, 'An alert can be tested ten times in 24 hours.')
    const recipients = recipientsOf(alert.target)
    return {
      summary: `Send a test of the alert “${alert.name}” of “${product.name}” to ${counted(recipients.length, 'recipient')}.`,
      changes: [],
      revision: alert.revision,
      warnings: async () => targetWarnings(delivery, alert.target),
      async commit({ store }) {
        const at = timestamp(clock.now())
        await enqueueMessage(
          store,
          { clock, ids },
          {
            source: id,
            subject: { product: product.id },
            occurrence: REQUESTED + at,
            messageIn: (language) => alertTestMessage({ alert, product, at }, baseUrl, language),
            recipients,
          },
        )
        return { result: { id, requested: true as const }, subject: id }
      },
    }
  },
})
