import { inspect } from 'node:util'
import { DAY_MS, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedAccount } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { SESSION_IDLE_MS, SESSION_MAX_MS, SESSIONS_MAX } from './index.ts'
import { sessionsWith } from './test-support.ts'

const KEY = new Uint8Array(32).fill(1)

describeEachDialect('a session', (database) => {
  const begin = async () => {
    const account = await seedAccount(database)
    const sessions = sessionsWith(database, KEY)
    return { account, sessions, secret: (await sessions.begin(account)).reveal() }
  }
  const later = (ms: number) => database.clock.advance(ms)

  it('identifies a session by a secret of 256 bits that is neither stored nor printed', async () => {
    const { account, sessions, secret } = await begin()
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect((await sessions.find(secret))?.account).toEqual(account)
    expect(inspect(await sessions.begin(account))).toBe('[secret]')
    for (const wrong of ['', secret.slice(1), `${secret}A`]) expect(await sessions.find(wrong)).toBeUndefined()
  })

  it('ends a session when the key of its secret is replaced', async () => {
    const { secret } = await begin()
    expect(await sessionsWith(database, new Uint8Array(32).fill(2)).find(secret)).toBeUndefined()
  })

  it('ends a session 30 days after its last use', async () => {
    const { sessions, secret } = await begin()
    later(SESSION_IDLE_MS - 1)
    expect(await sessions.find(secret)).toBeDefined()
    later(SESSION_IDLE_MS - 1)
    expect(await sessions.find(secret)).toBeDefined()
    later(SESSION_IDLE_MS)
    expect(await sessions.find(secret)).toBeUndefined()
  })

  it('ends a session 180 days after sign-in, however much it is used', async () => {
    const { sessions, secret } = await begin()
    for (let day = 0; day < SESSION_MAX_MS / DAY_MS - 1; day++) {
      later(DAY_MS)
      expect(await sessions.find(secret)).toBeDefined()
    }
    later(DAY_MS)
    expect(await sessions.find(secret)).toBeUndefined()
  })

  it('ends one session when a person signs out, and keeps the others of the account', async () => {
    const { account, sessions, secret } = await begin()
    const other = (await sessions.begin(account)).reveal()
    await sessions.end(secret)
    await sessions.end(secret)
    expect(await sessions.find(secret)).toBeUndefined()
    expect(await sessions.find(other)).toBeDefined()
  })

  it('ends the session that was used longest ago when an account has a hundred and signs in again', async () => {
    const { account, sessions, secret } = await begin()
    const other = await begin()
    later(1)
    const idle = (await sessions.begin(account)).reveal()
    later(DAY_MS)
    for (let n = 2; n < SESSIONS_MAX; n++) await sessions.begin(account)
    expect(await sessions.find(secret)).toBeDefined()
    await sessions.begin(account)
    expect(await sessions.find(idle)).toBeUndefined()
    for (const kept of [secret, other.secret]) expect(await sessions.find(kept)).toBeDefined()
    const now = timestamp(database.clock.now())
    expect(await database.control.sessions.list(account.id, now)).toHaveLength(SESSIONS_MAX)
  })

  it('ends every session of an account at once', async () => {
    const { account, sessions, secret } = await begin()
    const others = await begin()
    await sessions.begin(account)
    expect(await database.store.transaction((tx) => sessions.endAll(account, tx))).toBe(2)
    expect(await sessions.find(secret)).toBeUndefined()
    expect(await sessions.find(others.secret)).toBeDefined()
  })
})
