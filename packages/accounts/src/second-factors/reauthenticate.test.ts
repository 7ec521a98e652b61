import { InvalidRequest, InvalidToken, RateLimited } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { RECENT_SIGN_IN_MS, reauthenticateWithPassword, signOut } from '../index.ts'
import { HERE, PASSWORD, personOn } from '../test-support.ts'

const GIVEN = { password: PASSWORD, code: undefined }

describeEachDialect('giving one’s password again', (database) => {
  it('reauthenticates a session for ten minutes, under another secret', async () => {
    const { services, account, signedIn, here, isSignedIn, entries } = await personOn(database)
    const session = await signedIn(here)
    const isRecent = () => services.sessions.isRecent(session.id, database.control.sessions)
    expect(await isRecent()).toBe(true)
    database.clock.advance(RECENT_SIGN_IN_MS - 1)
    expect(await isRecent()).toBe(true)
    database.clock.advance(1)
    expect(await isRecent()).toBe(false)

    const secret = (await reauthenticateWithPassword(services, session, GIVEN, HERE)).reveal()
    expect(await isRecent()).toBe(true)
    expect(await isSignedIn(here)).toBe(false)
    expect(await services.sessions.find(secret)).toEqual({ id: session.id, account })
    const [entry] = (await entries()).filter(({ operation }) => operation === 'dashboard_reauthenticate')
    expect(entry?.actor).toMatchObject({ kind: 'session', credential: session.id, account: account.id })
  })

  it('counts a reauthentication as a sign-in attempt, and changes nothing for a wrong password', async () => {
    const { services, signedIn, here, isSignedIn } = await personOn(database)
    const session = await signedIn(here)
    database.clock.advance(RECENT_SIGN_IN_MS)
    for (let i = 0; i < 4; i++) {
      const rejected = reauthenticateWithPassword(
        services,
        session,
        { ...GIVEN, password: 'wrong horse battery' },
        HERE,
      )
      await expect(rejected).rejects.toThrow(InvalidRequest)
      await expect(rejected).rejects.toMatchObject({ errors: [{ path: 'password' }] })
    }
    await expect(reauthenticateWithPassword(services, session, GIVEN, HERE)).rejects.toThrow(RateLimited)
    expect(await services.sessions.isRecent(session.id, database.control.sessions)).toBe(false)
    expect(await isSignedIn(here)).toBe(true)
  })

  it('rejects reauthenticating a session that has ended', async () => {
    const { services, signedIn, here } = await personOn(database)
    const session = await signedIn(here)
    await services.sessions.end(here)
    await expect(reauthenticateWithPassword(services, session, GIVEN, HERE)).rejects.toThrow(InvalidToken)
  })
})

describeEachDialect('signing out', (database) => {
  it('signs out of this session or of all, with one audit entry', async () => {
    const { services, signedIn, here, elsewhere, isSignedIn, entries } = await personOn(database)
    const session = await signedIn(here)
    await Promise.all([signOut(services, session, 'here', HERE), signOut(services, session, 'here', HERE)])
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([false, true])
    await signOut(services, await signedIn(elsewhere), 'everywhere', HERE)
    expect(await isSignedIn(elsewhere)).toBe(false)
    const summaries = (await entries()).map(({ operation, summary }) => [operation, summary.replace(/^\S+ /, '')])
    expect(summaries).toEqual([
      ['dashboard_sign_out', 'signed out.'],
      ['dashboard_sign_out', 'signed out everywhere (one browser).'],
    ])
  })
})
