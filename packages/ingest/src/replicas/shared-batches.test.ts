import { BatchedEvent, type BatchOutcome, ProductId } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import type { ForwardedBatch } from './replica.ts'
import { sharedBatches } from './shared-batches.ts'

const product = ProductId.parse('prd_parts')
const eventOf = (n: number): BatchedEvent =>
  BatchedEvent.parse({
    name: 'pageview',
    url: `https://example.com/${n}`,
    // The last one of the batch is the earliest.
    timestamp: new Date(Date.parse('2026-03-01T12:00:00Z') - n * 1000).toISOString(),
    ip: '192.0.2.1',
    user_agent: 'Mozilla/5.0',
  })

/** Two other replicas of which the first gets every event first, and rejects the messages with these numbers unread. */
function replicas(undelivered: readonly number[] = []) {
  const sent: Record<'first' | 'second', ForwardedBatch[]> = { first: [], second: [] }
  const accepted = ({ events }: ForwardedBatch): readonly BatchOutcome[] =>
    events.map(({ url }) => (url.endsWith('7') ? { state: 'duplicate' } : { state: 'accepted' }))
  const member = (id: 'first' | 'second') => ({
    id,
    replica: {
      async batch(batch: ForwardedBatch) {
        const number = sent[id].push(batch) - 1
        return id === 'first' && undelivered.includes(number) ? 'not_delivered' : { outcomes: accepted(batch) }
      },
    },
  })
  const members = [member('first'), member('second')]
  const local = { batch: () => Promise.reject(new Error('this replica takes none')) }
  return { sent, batch: sharedBatches({ local, members, orderFor: () => members }) }
}

it('forwards a batch in messages of at most 50 events, in the order of their instants', async () => {
  const { sent, batch } = replicas()
  const outcomes = await batch(
    product,
    Array.from({ length: 120 }, (_, n) => eventOf(n)),
  )
  expect(sent.first.map(({ events }) => events.length)).toEqual([50, 50, 20])
  const instants = sent.first.flatMap(({ events }) => events.map(({ timestamp }) => timestamp))
  expect(instants).toEqual([...instants].sort())
  expect(outcomes).toHaveLength(120)
  outcomes.forEach(({ state }, n) => {
    expect([n, state]).toEqual([n, String(n).endsWith('7') ? 'duplicate' : 'accepted'])
  })
})

it('gives the next replica only what was in messages of a batch that the first one did not accept', async () => {
  const { sent, batch } = replicas([1])
  const outcomes = await batch(
    product,
    Array.from({ length: 120 }, (_, n) => eventOf(n)),
  )
  expect(sent.second.map(({ events, isTakenOver }) => [events, isTakenOver])).toEqual([[sent.first[1]?.events, true]])
  expect(outcomes.filter(({ state }) => state === 'refused')).toEqual([])
  expect(outcomes).toHaveLength(120)
})
