import { Funnel, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { assertRevision, defineWrite, revisionField, updated } from '../../definition/index.ts'
import { assertGoalsOfProduct, found, funnelFields, funnelParams, stepsInWords } from './funnel.ts'
import { funnelWarnings } from './warnings.ts'

export const updateFunnel = defineWrite({
  name: 'service_funnels_update',
  method: 'PUT',
  path: '/api/v1/products/{product}/funnels/{funnel_id}',
  title: 'Replace a funnel',
  activity: 'Funnel changed',
  description: 'Replaces a funnel’s name, steps and window. Its results are computed anew, also for the past.',
  scope: 'funnels:write',
  product: 'path',
  role: 'editor',
  errors: ['revision_conflict'],
  params: funnelParams,
  body: z.strictObject({ ...funnelFields, ...revisionField }),
  output: Funnel,
  examples: [
    {
      path: { funnel_id: 'funnel' },
      body: {
        name: 'Changed',
        steps: [
          { kind: 'page', match: '/' },
          { kind: 'event', match: 'Signup' },
        ],
        window_minutes: 60,
      },
    },
  ],
  async plan(call, { funnel_id, revision, ...fields }) {
    const funnel = await found(call, funnel_id)
    assertRevision(funnel, revision)
    await assertGoalsOfProduct(call, fields.steps)
    const { name, steps, window_minutes } = funnel
    return {
      summary: `Change the funnel “${name}” on “${call.product.name}” to: ${fields.name}, ${stepsInWords(fields.steps)}.`,
      ...updated({ name, steps, window_minutes }, fields),
      revision: funnel.revision,
      warnings: () => funnelWarnings(call, fields, funnel),
      async commit({ store }) {
        const result = await store.funnels.replace(call.product.id, funnel.id, fields, timestamp(call.clock.now()))
        return { result, subject: funnel.id }
      },
    }
  },
})
