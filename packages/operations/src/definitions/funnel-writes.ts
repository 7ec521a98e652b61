import { Funnel, FunnelId, FunnelStep, NotFound, QuotaExceeded, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductWriteCall } from '../definition/call.ts'
import { defineProductWrite } from '../definition/operation.ts'
import { created, diff } from '../definition/plan.ts'
import { assertRevision, revisionField } from '../revision.ts'

const FunnelStepInput = z
  .strictObject(FunnelStep.shape)
  .refine(({ kind, match }) => kind === 'event' || /^[/*]/.test(match), {
    path: ['match'],
    message: 'must begin with / (or * for any run of characters) for a step of the kind page',
  })

const funnelFields = {
  name: Funnel.shape.name,
  steps: z.array(FunnelStepInput).min(2).max(10),
  window_minutes: Funnel.shape.window_minutes,
}
const funnelParams = { funnel_id: FunnelId }

const stepsInWords = (steps: readonly z.infer<typeof FunnelStep>[]) => steps.map(({ match }) => match).join(' → ')

export const createFunnel = defineProductWrite({
  name: 'service_funnels_create',
  method: 'POST',
  path: '/api/v1/products/{product}/funnels',
  title: 'Create a funnel',
  description:
    'Creates a funnel of 2 to 10 steps that a visitor passes in order within a window of minutes. A step is a page (a path, `*` for any run of characters) or an event (its name). It is computed over what was counted already, too.',
  body: z.strictObject(funnelFields),
  output: Funnel,
  creates: true,
  async plan({ store, product, quotas, ids, clock }, fields) {
    if ((await store.funnels.count(product.id)) >= quotas.funnels) throw new QuotaExceeded('funnels', quotas.funnels)
    return {
      summary: `Create the funnel “${fields.name}” on “${product.name}”: ${stepsInWords(fields.steps)}.`,
      changes: created(fields),
      revision: null,
      async commit() {
        const at = timestamp(clock.now())
        const funnel: Funnel = { id: ids.funnel(), ...fields, created_at: at, revision: 1, updated_at: at }
        await store.funnels.insert(product.id, funnel)
        return { result: funnel, subject: funnel.id }
      },
    }
  },
})

export const updateFunnel = defineProductWrite({
  name: 'service_funnels_update',
  method: 'PUT',
  path: '/api/v1/products/{product}/funnels/{funnel_id}',
  title: 'Replace a funnel',
  description: 'Replaces a funnel’s name, steps and window. Its results are computed anew, also for the past.',
  params: funnelParams,
  body: z.strictObject({ ...funnelFields, ...revisionField }),
  output: Funnel,
  async plan(call, { funnel_id, revision, ...fields }) {
    const funnel = await found(call, funnel_id)
    assertRevision(funnel, revision)
    const { name, steps, window_minutes } = funnel
    return {
      summary: `Change the funnel “${name}” on “${call.product.name}” to: ${fields.name}, ${stepsInWords(fields.steps)}.`,
      changes: diff({ name, steps, window_minutes }, fields),
      revision: funnel.revision,
      async commit() {
        const result = await call.store.funnels.replace(call.product.id, funnel.id, fields, timestamp(call.clock.now()))
        return { result, subject: funnel.id }
      },
    }
  },
})

export const deleteFunnel = defineProductWrite({
  name: 'service_funnels_delete',
  method: 'DELETE',
  path: '/api/v1/products/{product}/funnels/{funnel_id}',
  title: 'Delete a funnel',
  description: 'Deletes a funnel. What was counted stays; the same funnel made again shows the same results.',
  params: funnelParams,
  output: z.object({ id: FunnelId, deleted: z.literal(true) }),
  destructive: true,
  async plan(call, { funnel_id }) {
    const funnel = await found(call, funnel_id)
    return {
      summary: `Delete the funnel “${funnel.name}” of “${call.product.name}”.`,
      changes: [{ path: 'name', from: funnel.name, to: null }],
      revision: funnel.revision,
      warnings: async () => [`Its ${funnel.steps.length} steps are gone: ${stepsInWords(funnel.steps)}.`],
      async commit() {
        await call.store.funnels.remove(call.product.id, funnel.id)
        return { result: { id: funnel.id, deleted: true as const }, subject: funnel.id }
      },
    }
  },
})

async function found({ store, product }: ProductWriteCall, id: FunnelId): Promise<Funnel> {
  const funnel = await store.funnels.find(product.id, id)
  if (funnel === undefined) throw new NotFound()
  return funnel
}
