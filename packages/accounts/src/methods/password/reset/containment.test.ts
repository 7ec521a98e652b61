import { timestamp } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { type CreatedAccount, createAccount, type Sessions, signIn } from '../../../index.ts'
import { HERE, PASSWORD, signInOn, verifyPassword } from '../../../test-support.ts'

describeEachDialect('a disabled account', (database) => {
  let sessions: Sessions
  let account: CreatedAccount['account']
  const email = () => account.email

  beforeEach(async () => {
    sessions = signInOn(database).sessions
    const address = `${database.ids.account().toLowerCase()}@example.com`
    account = (await createAccount(database, { email: address, name: 'Ada', password: PASSWORD })).account
  })
  const set = (status: 'active' | 'disabled') =>
    database.store.accounts.setStatus(account.id, status, timestamp(database.clock.now()))

  it('rejects a sign-in to a disabled account with the same result as for a wrong password', async () => {
    await set('disabled')
    expect(await signIn(signInOn(database), { email: email(), password: PASSWORD }, HERE)).toBeUndefined()
    expect(await verifyPassword(database.store, { email: email(), password: PASSWORD })).toBeUndefined()
  })

  it('accepts no session of a disabled account, and accepts the remaining ones once it is enabled again', async () => {
    const kept = (await sessions.begin(account)).reveal()
    const found = await sessions.find(kept)
    if (found === undefined) throw new Error('no session')
    await set('disabled')
    expect(await sessions.find(kept)).toBeUndefined()
    expect(await sessions.isLive(found.id, database.control.sessions)).toBe(false)
    expect(await sessions.isRecent(found.id, database.control.sessions)).toBe(false)
    await set('active')
    expect((await sessions.find(kept))?.id).toBe(found.id)
    expect(await verifyPassword(database.store, { email: email(), password: PASSWORD })).toEqual(account)
  })
})
