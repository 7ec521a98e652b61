import { CollectedEvent, ProductId, ServiceUnavailable } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { originOf } from '../collector/test-support/ports.ts'
import { inBatches } from './in-batches.ts'
import { type ForwardedEvent, NotDelivered } from './replica.ts'

const event = CollectedEvent.parse({ product: ProductId.parse('prd_a'), name: 'pageview', url: 'https://example.com/' })
const forwarded: ForwardedEvent = { event, origin: originOf({}) }

it('rejects events queued behind a failed batch with NotDelivered, without sending them', async () => {
  const sizes: number[] = []
  let fail = (_: Error) => {}
  const forward = inBatches({
    events: (batch) => {
      sizes.push(batch.length)
      if (sizes.length > 1) return Promise.resolve(batch.map(() => ({ outcome: { accepted: true } as const })))
      return new Promise((_, reject) => {
        fail = reject
      })
    },
  })
  const first = forward(forwarded)
  await new Promise(setImmediate)
  const behind = Array.from({ length: 250 }, () => forward(forwarded))
  const outcome = Promise.allSettled([first, ...behind])
  fail(new ServiceUnavailable(new Error('no answer')))
  const [lost, ...others] = await outcome
  expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(ServiceUnavailable) })
  for (const other of others) expect(other).toMatchObject({ status: 'rejected', reason: expect.any(NotDelivered) })
  expect(await forward(forwarded)).toEqual({ outcome: { accepted: true } })
  expect(sizes).toEqual([1, 1])
})
