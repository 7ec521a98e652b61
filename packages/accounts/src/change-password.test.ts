import { InvalidRequest, type TransactionalStore } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { changePassword, createAccount, createSessions, signIn, verifyPassword } from './index.ts'

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
    const changeFrom = async (secret: string, current: string, next: string) => {
      const session = await sessions.find(secret)
      if (session === undefined) throw new Error('no session')
      return changePassword(
        { store: database.store, sessions, clock, random },
        { account, session: session.id },
        { current, next },
      )
    }
    const change = (current: string, next: string) => changeFrom(here, current, next)
    const isSignedIn = async (secret: string) => (await sessions.find(secret)) !== undefined
    const signsIn = async (password: string) =>
      (await verifyPassword(database.store, { email, password })) !== undefined
    return { account, sessions, change, changeFrom, isSignedIn, signsIn, here, elsewhere }
  }

  it('ends the old one and every other session, and leaves this one', async () => {
    const { change, isSignedIn, signsIn, here, elsewhere } = await person()
    const other = await person()
    expect(await change(PASSWORD, NEXT)).toBe(1)
    expect([await signsIn(PASSWORD), await signsIn(NEXT)]).toEqual([false, true])
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect([await other.signsIn(PASSWORD), await other.isSignedIn(other.elsewhere)]).toEqual([true, true])
  })

  it('in two browsers at once works in one of them, and signs out the other', async () => {
    const { changeFrom, isSignedIn, signsIn, here, elsewhere } = await person()
    const changes = await Promise.allSettled([
      changeFrom(here, PASSWORD, NEXT),
      changeFrom(elsewhere, PASSWORD, `${NEXT}!`),
    ])
    const won = changes.map(({ status }) => status === 'fulfilled')
    expect([...won].sort()).toEqual([false, true])
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual(won)
    expect([await signsIn(NEXT), await signsIn(`${NEXT}!`)]).toEqual(won)
  })

  it('lets nobody in who showed the old one just before', async () => {
    const { account, sessions, change, isSignedIn, here, elsewhere } = await person()
    const later: Pick<TransactionalStore, 'accounts' | 'transaction'> = {
      accounts: database.store.accounts,
      async transaction(work) {
        await change(PASSWORD, NEXT)
        return database.store.transaction(work)
      },
    }
    const presented = { email: account.email, password: PASSWORD }
    expect(await signIn({ store: later, sessions }, presented)).toBeUndefined()
    expect(await sessions.endAll(account)).toBe(1)
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([false, false])
    const entered = await signIn({ store: database.store, sessions }, { ...presented, password: NEXT })
    expect(await isSignedIn(entered?.secret.reveal() ?? '')).toBe(true)
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
