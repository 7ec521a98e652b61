import { Funnel, QuotaExceeded, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { created, defineWrite } from '../../definition/index.ts'
import { assertGoalsOfProduct, funnelFields, stepsInWords } from './funnel.ts'
import { funnelWarnings } from './warnings.ts'

export const createFunnel = defineWrite({
  name: 'service_funnels_create',
  method: 'POST',
  path: '/api/v1/products/{product}/funnels',
  title: 'Create a funnel',
  activity: 'Funnel created',
  description:
    'Creates a funnel of 2 to 10 steps that a visitor passes in order within a window of minutes. A step is a page (a path, `*` for any run of characters), an event (its name) or a goal (its name). Past events count, too.',
  scope: 'funnels:write',
  product: 'path',
  role: 'editor',
  errors: ['quota_exceeded'],
  body: z.strictObject(funnelFields),
  output: Funnel,
  creates: true,
  examples: [
    {
      body: {
        name: 'Signup',
        steps: [
          { kind: 'page', match: '/' },
          { kind: 'event', match: 'Signup' },
        ],
        window_minutes: 60,
      },
    },
    {
      body: {
        name: 'Signup',
        steps: [
          { kind: 'page', match: '/' },
          { kind: 'event', match: 'Signup' },
        ],
        window_minutes: 61,
      },
    },
  ],
  async plan(call, fields) {
    const { store, product, quotas, ids, clock } = call
    await assertGoalsOfProduct(call, fields.steps)
    if ((await store.funnels.count(product.id)) >= quotas.funnels) throw new QuotaExceeded('funnels', quotas.funnels)
    return {
      summary: `Create the funnel “${fields.name}” on “${product.name}”: ${stepsInWords(fields.steps)}.`,
      changes: created(fields),
      revision: null,
      warnings: () => funnelWarnings(call, fields),
      async commit({ store }) {
        const at = timestamp(clock.now())
        const funnel: Funnel = { id: ids.funnel(), ...fields, created_at: at, revision: 1, updated_at: at }
        await store.funnels.insert(product.id, funnel)
        return { result: funnel, subject: funnel.id }
      },
    }
  },
})
