import {
  AlreadyExists,
  HOUR_MS,
  hashSecret,
  NotFound,
  type SessionRecord,
  type Transaction,
  timestamp,
} from '@footfall/core-domain'
import { describeEachDialect, seedAccount } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { openStore } from '../index.ts'

describeEachDialect('sessions', (database) => {
  const at = (offsetMs = 0) => timestamp(database.clock.now() + offsetMs)
  const seedSession = async (change: Partial<SessionRecord> = {}) => {
    const account = await seedAccount(database)
    const id = database.ids.session()
    const session: SessionRecord = {
      id,
      secret_hash: hashSecret(id),
      account: account.id,
      created_at: at(),
      authenticated_at: at(),
      expires_at: at(HOUR_MS),
      second_factor: undefined,
      used_at: at(),
      address: '192.0.2.7',
      user_agent: undefined,
      ...change,
    }
    await write(({ sessions }) => sessions.insert(session))
    return { account, session }
  }
  const write = <T>(work: (tx: Transaction) => Promise<T>) => database.store.transaction(work)
  const find = (session: SessionRecord, now = at()) => database.control.sessions.find([session.secret_hash], now)

  it('finds a session with its account by the hash of its secret until it expires', async () => {
    const { account, session } = await seedSession()
    expect(await find(session)).toEqual({ session, account })
    expect(await find(session, at(HOUR_MS - 1))).toBeDefined()
    expect(await find(session, session.expires_at)).toBeUndefined()
    expect(await database.control.sessions.find([session.id], at())).toBeUndefined()
  })

  it('extends a session, and never shortens it', async () => {
    const { session } = await seedSession()
    await write(({ sessions }) => sessions.extend(session.id, at(2 * HOUR_MS), at(1)))
    await write(({ sessions }) => sessions.extend(session.id, at(1), at(2)))
    expect((await find(session))?.session).toMatchObject({ expires_at: at(2 * HOUR_MS), used_at: at(1) })
  })

  it('stores the time of reauthentication of a session together with its new secret', async () => {
    const { account, session } = await seedSession()
    const renewed = { ...session, secret_hash: hashSecret(`${session.id}+`), authenticated_at: at(HOUR_MS / 2) }
    const authenticatedAt = (now = at()) => database.control.sessions.authenticatedAt(session.id, now)
    expect(await authenticatedAt()).toBe(session.authenticated_at)
    await write(async ({ sessions }) => {
      await sessions.renew(session.id, renewed.secret_hash, renewed.authenticated_at)
      expect(await sessions.authenticatedAt(session.id, at())).toBe(renewed.authenticated_at)
    })
    expect(await find(session)).toBeUndefined()
    expect(await find(renewed)).toEqual({ session: renewed, account })
    expect(await authenticatedAt(session.expires_at)).toBeUndefined()
  })

  it('rejects a new secret for a session that has ended', async () => {
    const { session } = await seedSession()
    await write(({ sessions }) => sessions.remove(session.id))
    const renewed = write(({ sessions }) => sessions.renew(session.id, hashSecret('x'), at()))
    await expect(renewed).rejects.toThrow(NotFound)
  })

  it('ends one session, or all sessions of one account', async () => {
    const { account, session } = await seedSession()
    const others = await seedSession()
    const second = await seedSession({ account: account.id })
    await write(({ sessions }) => sessions.remove(session.id))
    expect(await find(session)).toBeUndefined()
    expect(await find(second.session)).toBeDefined()
    expect(await write(({ sessions }) => sessions.removeAll(account.id))).toBe(1)
    expect(await find(second.session)).toBeUndefined()
    expect(await find(others.session)).toBeDefined()
  })

  it('rejects a session with the secret of another or without an account', async () => {
    const { session } = await seedSession()
    const duplicate = { ...session, id: database.ids.session() }
    await expect(write(({ sessions }) => sessions.insert(duplicate))).rejects.toThrow(AlreadyExists)
    const orphan = { account: database.ids.account(), secret_hash: hashSecret('orphan') }
    await expect(seedSession(orphan)).rejects.toThrow(NotFound)
  })

  it('purges sessions that have ended', async () => {
    const ended = await seedSession({ expires_at: at(-2) })
    const live = await seedSession()
    expect(await write(({ sessions }) => sessions.purge(at(-1)))).toBe(1)
    expect(await find(ended.session, at(-HOUR_MS))).toBeUndefined()
    expect(await find(live.session)).toBeDefined()
  })

  it('checks a session within a transaction on the connection of the transaction', async () => {
    const { session } = await seedSession()
    const { config, clock, random } = database
    const one = 'postgres' in config ? { postgres: { ...config.postgres, poolMax: 1 } } : config
    const { store, sessions } = openStore(one, { clock, random })
    try {
      expect(await store.transaction((tx) => tx.sessions.isLive(session.id, at()))).toBe(true)
      expect(await sessions.isLive(session.id, session.expires_at)).toBe(false)
    } finally {
      await store.close()
    }
  })
})
