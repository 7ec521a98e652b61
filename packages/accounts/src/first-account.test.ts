import { AlreadyExists } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { createFirstAccount, isFirstRun } from './index.ts'
import { verifyPassword } from './test-support.ts'

const PASSWORD = 'correct horse battery'

describeEachDialect('the first account', (database) => {
  it('creates the first account for one of several concurrent requests, and for none later', async () => {
    const { clock, random } = database
    expect(await isFirstRun(database)).toBe(true)
    const people = Array.from({ length: 4 }, (_, i) => ({ email: `p${i}@example.com`, name: 'P', password: PASSWORD }))
    const stores = [database.store, database.open().store]
    const outcomes = await Promise.allSettled(
      people.map((person, i) => createFirstAccount({ store: stores[i % 2] ?? database.store, clock, random }, person)),
    )
    const [winner, ...others] = outcomes.filter(({ status }) => status === 'fulfilled')
    expect(others).toEqual([])
    for (const outcome of outcomes)
      if (outcome !== winner) expect(outcome).toMatchObject({ reason: expect.any(AlreadyExists) })

    const accounts = await database.store.accounts.list()
    expect(accounts).toHaveLength(1)
    const email = accounts[0]?.email ?? ''
    expect(await verifyPassword(database.store, { email, password: PASSWORD })).toEqual(accounts[0])
    expect(await isFirstRun(database)).toBe(false)
    const late = createFirstAccount(
      { ...database, store: database.store },
      { email: 'l@example.com', name: 'L', password: PASSWORD },
    )
    await expect(late).rejects.toThrow(AlreadyExists)
  })
})
