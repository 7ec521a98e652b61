import { InvalidRequest, InvalidToken, ReauthenticationRequired } from '@footfall/core-domain'
import { describeEachDialect, seedProduct, seedProductKey, seedToken } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { changePassword, RECENT_SIGN_IN_MS, signIn } from '../../index.ts'
import { HERE, NEXT, PASSWORD, personOn, verifyPassword } from '../../test-support.ts'

describeEachDialect('changing one’s password', (database) => {
  const person = async () => {
    const found = await personOn(database)
    const { services, account, signedIn, here } = found
    const changeFrom = async (secret: string, current: string, next: string, endCredentials = true) =>
      changePassword(services, await signedIn(secret), { current, next, endCredentials }, HERE)
    return {
      ...found,
      changeFrom,
      change: (current: string, next: string, endCredentials = true) => changeFrom(here, current, next, endCredentials),
      signsIn: async (password: string) =>
        (await verifyPassword(database.store, { email: account.email, password })) !== undefined,
    }
  }

  it('ends the old password and every other session when a password changes, and replaces the secret of this session', async () => {
    const { change, isSignedIn, signsIn, here, elsewhere } = await person()
    const other = await person()
    const { signedOut, secret } = await change(PASSWORD, NEXT)
    expect(signedOut).toBe(1)
    expect([await signsIn(PASSWORD), await signsIn(NEXT)]).toEqual([false, true])
    const live = [await isSignedIn(here), await isSignedIn(elsewhere), await isSignedIn(secret.reveal())]
    expect(live).toEqual([false, false, true])
    expect([await other.signsIn(PASSWORD), await other.isSignedIn(other.elsewhere)]).toEqual([true, true])
  })

  it('does not count a password change as a new sign-in, so that sensitive actions need a proof after ten minutes', async () => {
    const { change, services, signedIn } = await person()
    database.clock.advance(RECENT_SIGN_IN_MS - 1000)
    const { id } = await signedIn((await change(PASSWORD, NEXT)).secret.reveal())
    const isRecent = () => services.sessions.isRecent(id, services.sessions.reader)
    expect(await isRecent()).toBe(true)
    database.clock.advance(1000)
    expect(await isRecent()).toBe(false)
  })

  it('ends the tokens and keys of the account when its password changes, unless the person keeps them', async () => {
    const { account, change, changeFrom, entries, mails } = await person()
    const { product } = await seedProduct(database)
    const stranger = await person()
    const scopes = ['products:read']
    const { token } = await seedToken(database, account, { scopes })
    const made = [token, (await seedToken(database, account, { scopes, parent: token })).token]
    const { token: foreign } = await seedToken(database, stranger.account, { scopes })
    const { key } = await seedProductKey(database, product, { account: account.id })
    const { key: foreignKey } = await seedProductKey(database, product, { account: stranger.account.id })
    const states = async () => [
      ...(await Promise.all(made.map(async ({ id }) => (await database.store.tokens.find(id))?.token.status))),
      (await database.store.productKeys.find(product, key.id))?.status,
    ]

    const { ended: kept, secret } = await change(PASSWORD, NEXT, false)
    expect(kept).toBeUndefined()
    expect(await states()).toEqual(['active', 'active', 'active'])

    database.clock.advance(1)
    const { ended } = await changeFrom(secret.reveal(), NEXT, PASSWORD)
    expect(ended).toEqual({ tokens: 2, keys: 1, connections: 0 })
    expect(await states()).toEqual(['disabled', 'disabled', 'disabled'])
    expect((await database.store.tokens.find(foreign.id))?.token.status).toBe('active')
    expect((await database.store.productKeys.find(product, foreignKey.id))?.status).toBe('active')

    const changes = (await entries()).filter(({ operation }) => operation === 'dashboard_password_change')
    expect(changes.map((entry) => entry.changes.map(({ path, from }) => [path, from]))).toEqual([
      [['sessions', 1]],
      [
        ['sessions', 0],
        ['tokens', 2],
        ['keys', 1],
        ['connections', 0],
      ],
    ])
    const sent = await mails()
    expect(sent.map(({ subject }) => subject)).toEqual(Array(2).fill('Your Footfall password was changed'))
    expect(JSON.stringify([sent, changes])).not.toContain(NEXT)
  })

  it('changes a password in one of two concurrent sessions, and ends the other', async () => {
    const { changeFrom, isSignedIn, signsIn, here, elsewhere } = await person()
    const changes = await Promise.allSettled([
      changeFrom(here, PASSWORD, NEXT),
      changeFrom(elsewhere, PASSWORD, `${NEXT}!`),
    ])
    const won = changes.map(({ status }) => status === 'fulfilled')
    expect([...won].sort()).toEqual([false, true])
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([false, false])
    expect([await signsIn(NEXT), await signsIn(`${NEXT}!`)]).toEqual(won)
  })

  it('rejects a sign-in with the old password when the password changes before the sign-in commits', async () => {
    const { account, services, change } = await person()
    const later: typeof services.store = {
      ...services.store,
      async transaction(work) {
        await change(PASSWORD, NEXT)
        return services.store.transaction(work)
      },
    }
    const presented = { email: account.email, password: PASSWORD }
    expect(await signIn({ ...services, store: later }, presented, HERE)).toBeUndefined()
    expect(await database.store.transaction((tx) => services.sessions.endAll(account, tx))).toBe(1)
    const entered = await signIn(services, { ...presented, password: NEXT }, HERE)
    expect(await services.sessions.find(entered?.kind === 'signed_in' ? entered.secret.reveal() : '')).toBeDefined()
  })

  it('changes a password only within ten minutes of the sign-in, also at the commit', async () => {
    const { change, signsIn, services, signedIn, here } = await person()
    database.clock.advance(RECENT_SIGN_IN_MS)
    await expect(change(PASSWORD, NEXT)).rejects.toThrow(ReauthenticationRequired)

    const fresh = await person()
    const slow: typeof services.store = {
      ...services.store,
      transaction(work) {
        database.clock.advance(RECENT_SIGN_IN_MS)
        return services.store.transaction(work)
      },
    }
    const session = await fresh.signedIn(fresh.here)
    const given = { current: PASSWORD, next: NEXT, endCredentials: true }
    await expect(changePassword({ ...services, store: slow }, session, given, HERE)).rejects.toThrow(
      ReauthenticationRequired,
    )
    expect([await signsIn(PASSWORD), await fresh.signsIn(PASSWORD)]).toEqual([true, true])
    expect(await signedIn(here)).toBeDefined()
  })

  it('rejects changing a password for a session that ends while the new one is hashed', async () => {
    const { services, signedIn, here, signsIn } = await person()
    const session = await signedIn(here)
    const late: typeof services.store = {
      ...services.store,
      async transaction(work) {
        await services.sessions.end(here)
        return services.store.transaction(work)
      },
    }
    const given = { current: PASSWORD, next: NEXT, endCredentials: true }
    await expect(changePassword({ ...services, store: late }, session, given, HERE)).rejects.toThrow(InvalidToken)
    expect(await signsIn(PASSWORD)).toBe(true)
  })

  it.each([
    ['the wrong current one', 'wrong horse battery', NEXT, 'current_password'],
    ['no current one', '', NEXT, 'current_password'],
    ['a short new one', PASSWORD, 'seven77', 'new_password'],
    ['a common new one', PASSWORD, 'password1234', 'new_password'],
    ['the own name as the new one', PASSWORD, 'Ada-Lovelace-1', 'new_password'],
    ['a long new one', PASSWORD, 'x8fKq2Lr0aZ5'.repeat(11), 'new_password'],
  ])('rejects changing a password with %s, and names the field', async (_, current, next, path) => {
    const { change, isSignedIn, signsIn, elsewhere } = await person()
    const rejected = change(current, next)
    await expect(rejected).rejects.toThrow(InvalidRequest)
    await expect(rejected).rejects.toMatchObject({ errors: [{ path }] })
    expect([await signsIn(PASSWORD), await isSignedIn(elsewhere)]).toEqual([true, true])
  })
})
