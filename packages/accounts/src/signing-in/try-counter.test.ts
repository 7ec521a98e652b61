import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { createTryCounter } from './try-counter.ts'

describeEachDialect('an attempt whose password could not be checked', (database) => {
  const counter = () =>
    createTryCounter({ attempts: database.control.signInAttempts, clock: database.clock, key: new Uint8Array(32) })
  const subject = () => ({ kind: 'account', account: database.ids.account() }) as const

  it('removes an unchecked attempt from the count', async () => {
    const one = subject()
    for (let i = 0; i < 10; i++) {
      const tried = await counter().begin(one)
      expect(tried.failures).toBe(1)
      await tried.undo()
    }
  })

  it('keeps the failures counted before and after an unchecked attempt', async () => {
    const one = subject()
    const before = await counter().begin(one)
    expect(before.failures).toBe(1)
    const undecided = await counter().begin(one)
    expect(undecided.failures).toBe(2)
    await undecided.undo()
    const first = await counter().begin(one)
    for (const failures of [3, 4]) expect((await counter().begin(one)).failures).toBe(failures)
    await first.undo()
    await expect(counter().begin(one)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('keeps the failures counted after an unchecked first attempt', async () => {
    const one = subject()
    const first = await counter().begin(one)
    for (const failures of [2, 3, 4]) expect((await counter().begin(one)).failures).toBe(failures)
    await first.undo()
    await expect(counter().begin(one)).rejects.toMatchObject({ code: 'rate_limited' })
  })
})
