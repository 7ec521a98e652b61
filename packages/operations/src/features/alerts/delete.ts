import { AlertId } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, diff, PEOPLE_ONLY } from '../../definition/index.ts'
import { alertParams, foundAlert } from './alert.ts'

export const deleteAlert = defineWrite({
  name: 'dashboard_alerts_delete',
  method: 'DELETE',
  path: '/api/v1/products/{product}/alerts/{alert}',
  title: 'Delete an alert',
  activity: 'Alert deleted',
  description: 'Deletes an alert. What still waits to be delivered is not sent.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  params: alertParams,
  output: z.object({ id: AlertId, deleted: z.literal(true) }),
  destructive: true,
  examples: [{ path: { alert: 'alert' } }],
  async plan(call, { alert }) {
    const { product } = call
    const { id, name, rule, revision } = await foundAlert(call, product.id, alert)
    return {
      summary: `Delete the alert “${name}” of “${product.name}”.`,
      changes: diff({ name, rule }, {}),
      revision,
      async commit({ store }) {
        await store.alerts.remove(product.id, id)
        await store.deliveries.cancel(id)
        return { result: { id, deleted: true as const }, subject: id }
      },
    }
  },
})
