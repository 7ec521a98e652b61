import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { Alert, shownAlerts } from './alert.ts'

export const listAlerts = defineRead({
  name: 'dashboard_alerts_list',
  path: '/api/v1/products/{product}/alerts',
  title: 'List alerts',
  description:
    'Lists the alerts of a product, oldest first, with what was found when each was evaluated last and how it was delivered last.',
  scope: 'analytics:read',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  tool: { name: 'service_alerts_list', scope: 'content:read' },
  output: z.array(Alert),
  meta: z.object({
    sends_email: z.boolean().meta({ description: 'Whether emails are sent; false while no SMTP server is set up.' }),
  }),
  async run(call) {
    const alerts = await call.store.alerts.list(call.product.id)
    return { data: await shownAlerts(call, call.store, alerts), meta: { sends_email: call.delivery.sendsEmail } }
  },
})
