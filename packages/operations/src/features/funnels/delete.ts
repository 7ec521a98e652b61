import { FunnelId } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite } from '../../definition/index.ts'
import { found, funnelParams, stepsInWords } from './funnel.ts'

export const deleteFunnel = defineWrite({
  name: 'service_funnels_delete',
  method: 'DELETE',
  path: '/api/v1/products/{product}/funnels/{funnel_id}',
  title: 'Delete a funnel',
  activity: 'Funnel deleted',
  description: 'Deletes a funnel. What was counted stays; the same funnel made again shows the same results.',
  scope: 'funnels:write',
  product: 'path',
  role: 'editor',
  params: funnelParams,
  output: z.object({ id: FunnelId, deleted: z.literal(true) }),
  destructive: true,
  examples: [{ path: { funnel_id: 'funnel' } }],
  async plan(call, { funnel_id }) {
    const funnel = await found(call, funnel_id)
    return {
      summary: `Delete the funnel “${funnel.name}” of “${call.product.name}”.`,
      changes: [{ path: 'name', from: funnel.name, to: null }],
      revision: funnel.revision,
      warnings: async () => [`Its ${funnel.steps.length} steps are gone: ${stepsInWords(funnel.steps)}.`],
      async commit({ store }) {
        await store.funnels.remove(call.product.id, funnel.id)
        return { result: { id: funnel.id, deleted: true as const }, subject: funnel.id }
      },
    }
  },
})
