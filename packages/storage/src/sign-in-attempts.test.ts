import { type SignInAttempts, timestamp } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'

describeEachDialect('failed sign-in attempts', (database) => {
  const attempts = () => database.control.signInAttempts
  const tries = (change: Partial<SignInAttempts> = {}): SignInAttempts => {
    const now = timestamp(database.clock.now())
    const later = timestamp(database.clock.now() + 1_000)
    return {
      failures: 1,
      blocked_until: now,
      hour_began_at: now,
      hour_entries: 0,
      expires_at: later,
      version: 1,
      ...change,
    }
  }

  it('counts failed sign-in attempts by subject until a success removes them', async () => {
    const first = tries()
    expect(await attempts().find('a')).toBeUndefined()
    expect(await attempts().replace('a', undefined, first)).toBe(true)
    expect(await attempts().find('a')).toEqual(first)
    expect(await attempts().find('b')).toBeUndefined()
    await attempts().remove('a')
    expect(await attempts().find('a')).toBeUndefined()
  })

  it('lets one of several processes change the failed sign-in attempts of a subject at a time', async () => {
    const elsewhere = database.open().signInAttempts
    const changes = (before: SignInAttempts | undefined, version: number) =>
      Promise.all(
        [attempts(), elsewhere, attempts(), elsewhere].map((repository, i) =>
          repository.replace('raced', before, tries({ version, failures: i })),
        ),
      )
    expect((await changes(undefined, 1)).filter(Boolean)).toEqual([true])
    expect((await changes(await attempts().find('raced'), 2)).filter(Boolean)).toEqual([true])
    expect(await attempts().replace('raced', tries({ version: 1 }), tries({ version: 2 }))).toBe(false)
  })

  it('purges failed sign-in attempts that have expired', async () => {
    const { expires_at } = tries()
    await attempts().replace('old', undefined, tries())
    await attempts().replace('new', undefined, tries({ expires_at: timestamp(Date.parse(expires_at) + 1) }))
    await attempts().purge(expires_at)
    expect(await attempts().find('old')).toBeUndefined()
    expect(await attempts().find('new')).toBeDefined()
  })
})
