import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type Delivery, idFactory, timestamp } from '@footfall/core-domain'
import { openStore } from '@footfall/storage'
import { DIALECTS, migratedDatabase, seededRandom, seedProduct } from '@footfall/testkit'
import { smtpReceiver } from '@footfall/testkit/receivers'
import { describe, expect, it } from 'vitest'
import { reportMessage } from '../test-support/messages.ts'

const MESSAGES = 60
/** Beyond a lease: a process that started with this clock takes what a killed one had leased. */
const LATER_MS = 6 * 60_000
const PROCESS = new URL('../test-support/deliver-process.ts', import.meta.url)

describe.each(DIALECTS)('two replicas of which one is killed, on %s', (dialect) => {
  it('two replicas lose no message when one is killed while it sends, and repeat messages only under the same id', async () => {
    const fresh = await migratedDatabase(dialect)
    const random = seededRandom(`kill ${dialect}`)
    const clock = { now: () => Date.now() }
    const control = openStore(fresh.config, { clock, random })
    const smtp = await smtpReceiver()
    const started: ChildProcess[] = []
    const replica = async (skewMs: number) => {
      const child = fork(PROCESS, [JSON.stringify(fresh.config), smtp.url, String(skewMs)], {
        execArgv: ['--conditions=footfall-source'],
      })
      started.push(child)
      await once(child, 'message')
      return child
    }
    try {
      const ids = idFactory(random)
      const { product } = await seedProduct({ store: control.store, clock, random })
      const source = ids.report()
      const deliveries = Array.from(
        { length: MESSAGES },
        (_, i): Delivery => ({
          id: ids.delivery(),
          source,
          subject: { product },
          occurrence: 'once',
          recipient: { kind: 'email', address: `reader${i}@example.com` },
          message: reportMessage(),
          created_at: timestamp(clock.now()),
        }),
      )
      await control.store.transaction((tx) => tx.store.deliveries.enqueue(deliveries))
      const [first] = await Promise.all([replica(0), replica(0)])
      await expect.poll(() => smtp.received.length, { interval: 2 }).toBeGreaterThan(5)
      first?.kill('SIGKILL')
      await replica(LATER_MS)
      const state = async () => (await control.store.deliveries.last([source])).get(source)
      await expect.poll(async () => (await state())?.state).toBe('delivered')
      expect(await state()).toMatchObject({ recipients: MESSAGES, delivered: MESSAGES })
      const sent = new Set(smtp.received.map(({ messageId }) => messageId))
      expect(sent).toEqual(new Set(deliveries.map(({ id }) => `<${id}@a.example>`)))
    } finally {
      for (const child of started) child.kill('SIGKILL')
      await smtp.close()
      await control.store.close()
      await fresh.drop()
    }
  })
})
