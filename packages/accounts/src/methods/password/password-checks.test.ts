import { RateLimited } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { signIn } from '../../index.ts'
import { HERE, PASSWORD, personOn, signInOn } from '../../test-support.ts'

const WRONG = 'wrong horse battery'

describeEachDialect('sign-in attempts at one account', (database) => {
  let shared: ReturnType<typeof signInOn> | undefined
  const services = () => {
    shared ??= signInOn(database)
    return shared
  }
  const tryAs = async (email: string, password: string, device?: string) => {
    try {
      const entered = await signIn(services(), { email, password }, { ...HERE, device })
      return entered === undefined ? 'wrong' : 'in'
    } catch (error) {
      if (error instanceof RateLimited) return error.retryAfterSeconds
      throw error
    }
  }
  const waits = async (email: string, tries: number) => {
    const seen: (number | string)[] = []
    for (let i = 0; i < tries; i++) {
      expect(await tryAs(email, WRONG)).toBe('wrong')
      const next = await tryAs(email, WRONG)
      seen.push(next)
      if (typeof next === 'number') database.clock.advance(next * 1_000)
    }
    return seen
  }

  it('delays attempts at one account by 1, 2, 4 … seconds, up to five minutes, also with the right password', async () => {
    const { account } = await personOn(database)
    expect([await tryAs(account.email, WRONG), await tryAs(account.email, WRONG)]).toEqual(['wrong', 'wrong'])
    expect(await tryAs(account.email, WRONG)).toBe('wrong')
    expect(await waits(account.email, 11)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    expect(await tryAs(account.email, WRONG)).toBe('wrong')
    expect(await tryAs(account.email.toUpperCase(), PASSWORD)).toBe(300)
    database.clock.advance(300_000)
    expect(await tryAs(account.email, PASSWORD)).toBe('in')
    expect([await tryAs(account.email, WRONG), await tryAs(account.email, PASSWORD)]).toEqual(['wrong', 'in'])
  })

  it('delays attempts at an email without an account in the same way', async () => {
    for (const email of [`${database.ids.account()}@example.com`, 'no address at all', '']) {
      for (let i = 0; i < 3; i++) expect(await tryAs(email, WRONG)).toBe('wrong')
      expect(await waits(email, 3)).toEqual([1, 2, 4])
    }
  })

  it('delays concurrent attempts at one account', async () => {
    const { account } = await personOn(database)
    const answers = await Promise.all(Array.from({ length: 12 }, () => tryAs(account.email, WRONG)))
    expect(answers.filter((answer) => answer === 'wrong').length).toBeLessThanOrEqual(4)
    expect(await tryAs(account.email, PASSWORD)).toEqual(expect.any(Number))
  })

  it('accepts the right password despite delays in a browser in which the person signed in before', async () => {
    const { account } = await personOn(database)
    const stranger = await personOn(database)
    const entered = await signIn(services(), { email: account.email, password: PASSWORD }, HERE)
    const device = entered?.kind === 'signed_in' ? entered.device : undefined
    for (let i = 0; i < 5; i++) await tryAs(account.email, WRONG)
    expect(await tryAs(account.email, PASSWORD)).toEqual(expect.any(Number))
    expect(await tryAs(account.email, PASSWORD, device)).toBe('in')
    // The cookie is only for this account, and gives a thief no more attempts than others have.
    for (let i = 0; i < 5; i++) await tryAs(stranger.account.email, WRONG)
    expect(await tryAs(stranger.account.email, PASSWORD, device)).toEqual(expect.any(Number))
    for (let i = 0; i < 4; i++) expect(await tryAs(account.email, WRONG, device)).toBe('wrong')
    expect(await tryAs(account.email, PASSWORD, device)).toEqual(expect.any(Number))
    expect(await tryAs(account.email, PASSWORD, `${device}x`)).toEqual(expect.any(Number))
  })

  it('adds at most ten failed attempts an hour to the audit log, and one entry for the rest', async () => {
    const { account, entries } = await personOn(database)
    for (let i = 0; i < 24; i++) {
      const answer = await tryAs(account.email, WRONG)
      if (typeof answer === 'number') database.clock.advance(answer * 1_000)
    }
    await services().passwords.settled()
    const failures = (await entries()).filter(({ operation }) => /failed|locked/.test(operation))
    expect(failures).toHaveLength(11)
    // Entries of one millisecond have no order.
    expect(failures.filter(({ summary }) => summary.includes('not listed here'))).toHaveLength(1)
    expect(failures[0]).toMatchObject({
      operation: 'dashboard_sign_in_failed',
      actor: { kind: 'anonymous', account: account.id },
      address: HERE.address,
    })
    expect(failures.map(({ operation }) => operation)).toContain('dashboard_sign_in_locked')
    expect(JSON.stringify(failures)).not.toContain(WRONG)
  })

  it('logs a failed attempt without the password, the email and the address', async () => {
    const lines: unknown[] = []
    const log = { info: (...line: unknown[]) => lines.push(line), error: (...line: unknown[]) => lines.push(line) }
    const { account } = await personOn(database)
    const { passwords } = signInOn(database, log)
    await passwords.prove({ email: account.email, password: WRONG }, HERE)
    await passwords.prove({ email: 'eve@example.net', password: WRONG }, HERE)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatchObject([{ account: account.id }, 'a password was not right'])
    for (const secret of [WRONG, account.email, 'eve@example.net', HERE.address])
      expect(JSON.stringify(lines)).not.toContain(secret)
  })

  it('counts no attempt whose password could not be checked', async () => {
    const { account, services: mine } = await personOn(database)
    const accounts = { ...mine.store.accounts, findByEmail: failOnce(mine.store.accounts.findByEmail) }
    const { passwords } = signInOn({ ...database, store: { ...mine.store, accounts } })
    for (let i = 0; i < 6; i++) {
      const proven = passwords.prove({ email: account.email, password: PASSWORD }, HERE)
      await expect(proven).rejects.toThrow('away')
    }
    expect(await tryAs(account.email, PASSWORD)).toBe('in')
  })
})

/** Finds the account for counting, and is away when the password is looked at. */
function failOnce<T extends (email: string) => Promise<unknown>>(find: T): T {
  let calls = 0
  const failing = (email: string) => (++calls % 2 === 0 ? Promise.reject(new Error('away')) : find(email))
  return failing as T
}
