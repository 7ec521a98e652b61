import { Funnel, FunnelId, FunnelStep, NotFound } from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductWriteCall } from '../../definition/index.ts'

const FunnelStepInput = z
  .strictObject(FunnelStep.shape)
  .refine(({ kind, match }) => kind === 'event' || /^[/*]/.test(match), {
    path: ['match'],
    message: 'must begin with / (or * for any run of characters) for a step of the kind page',
  })

export const funnelFields = {
  name: Funnel.shape.name,
  steps: z.array(FunnelStepInput).min(2).max(10),
  window_minutes: Funnel.shape.window_minutes,
}

export const funnelParams = { funnel_id: FunnelId }

export const stepsInWords = (steps: readonly z.infer<typeof FunnelStep>[]) =>
  steps.map(({ match }) => match).join(' → ')

export async function found({ store, product }: ProductWriteCall, id: FunnelId): Promise<Funnel> {
  const funnel = await store.funnels.find(product.id, id)
  if (funnel === undefined) throw new NotFound()
  return funnel
}
