import { type BatchOutcome, type IntakeTurns, ProductId } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { takeForwardedBatch } from './take-forwarded.ts'

it('lets other requests in between the parts of a forwarded batch', async () => {
  const order: string[] = []
  const local = {
    async batch(
      _product: ProductId,
      _events: readonly unknown[],
      turns?: IntakeTurns,
    ): Promise<readonly BatchOutcome[]> {
      for (const part of ['first part', 'second part']) {
        await turns?.next()
        order.push(part)
      }
      turns?.end()
      return []
    },
  }
  const batch = { product: ProductId.parse('prd_forwarded'), events: [], isTakenOver: false }
  const taken = takeForwardedBatch(local, batch)
  setImmediate(() => order.push('another request'))
  expect(await taken).toEqual({ outcomes: [] })
  expect(order).toEqual(['first part', 'another request', 'second part'])
})
