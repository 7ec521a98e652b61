import { InvalidRequest } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { changePassword, createAccount, createSessions, verifyPassword } from './index.ts'

const PASSWORD = 'correct horse battery'
const NEXT = 'another horse, another battery'

describeEachDialect('changing one’s password', (database) => {
  const person = async () => {
    const { control, clock, random } = database
    const email = `${database.ids.account().toLowerCase()}@example.com`
    const { account } = await createAccount(database, { email, name: 'Ada', password: PASSWORD })
    const sessions = createSessions({ repository: control.sessions, clock, random, key: new Uint8Array(32) })
    const [here = '', elsewhere = ''] = [
      (await sessions.begin(account)).reveal(),
      (await sessions.begin(account)).reveal(),
    ]
    const session = await sessions.find(here)
    if (session === undefined) throw new Error('no session')
    const change = (current: string, next: string) =>
      changePassword(
        { store: database.store, sessions, clock, random },
        { account, session: session.id },
        { current, next },
      )
    const isSignedIn = async (secret: string) => (await sessions.find(secret)) !== undefined
    const signsIn = async (password: string) =>
      (await verifyPassword(database.store, { email, password })) !== undefined
    return { change, isSignedIn, signsIn, here, elsewhere }
  }

  it('ends the old one and every other session, and leaves this one', async () => {
    const { change, isSignedIn, signsIn, here, elsewhere } = await person()
    const other = await person()
    expect(await change(PASSWORD, NEXT)).toBe(1)
    expect([await signsIn(PASSWORD), await signsIn(NEXT)]).toEqual([false, true])
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect([await other.signsIn(PASSWORD), await other.isSignedIn(other.elsewhere)]).toEqual([true, true])
  })

  it.each([
    ['the wrong current one', 'wrong horse battery', NEXT, 'current_password'],
    ['no current one', '', NEXT, 'current_password'],
    ['a short new one', PASSWORD, 'seven77', 'new_password'],
    ['a long new one', PASSWORD, 'x'.repeat(129), 'new_password'],
  ])('with %s is refused by name, and changes nothing', async (_, current, next, path) => {
    const { change, isSignedIn, signsIn, elsewhere } = await person()
    const refused = change(current, next)
    await expect(refused).rejects.toThrow(InvalidRequest)
    await expect(refused).rejects.toMatchObject({ errors: [{ path }] })
    expect([await signsIn(PASSWORD), await isSignedIn(elsewhere)]).toEqual([true, true])
  })
})
