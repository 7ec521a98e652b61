import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { createTryCounter } from './try-counter.ts'

describeEachDialect('a try that could not be judged', (database) => {
  const counter = () =>
    createTryCounter({ attempts: database.control.signInAttempts, clock: database.clock, key: new Uint8Array(32) })
  const subject = () => ({ kind: 'account', account: database.ids.account() }) as const

  it('does not count', async () => {
    const one = subject()
    for (let i = 0; i < 10; i++) {
      const tried = await counter().begin(one)
      expect(tried.failures).toBe(1)
      await tried.undo()
    }
  })

  it('leaves the failures that were counted before it, and those that were counted since', async () => {
    const one = subject()
    const before = await counter().begin(one)
    expect(before.failures).toBe(1)
    const unjudged = await counter().begin(one)
    expect(unjudged.failures).toBe(2)
    await unjudged.undo()
    const first = await counter().begin(one)
    for (const failures of [3, 4]) expect((await counter().begin(one)).failures).toBe(failures)
    await first.undo()
    await expect(counter().begin(one)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('does not take the failures away that came while it was the first', async () => {
    const one = subject()
    const first = await counter().begin(one)
    for (const failures of [2, 3, 4]) expect((await counter().begin(one)).failures).toBe(failures)
    await first.undo()
    await expect(counter().begin(one)).rejects.toMatchObject({ code: 'rate_limited' })
  })
})
