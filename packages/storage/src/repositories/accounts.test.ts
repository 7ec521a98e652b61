import { AlreadyExists, NotFound, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedAccount, seedProduct } from '@footfall/testkit'
import { expect, it } from 'vitest'

describeEachDialect('accounts', (database) => {
  it('finds an account by id, and by email in any case', async () => {
    const account = await seedAccount(database)
    expect(await database.store.accounts.find(account.id)).toEqual(account)
    expect(await database.store.accounts.findByEmail(account.email.toUpperCase())).toEqual(account)
    expect(await database.store.accounts.find(database.ids.account())).toBeUndefined()
    expect(await database.store.accounts.findByEmail('nobody@example.com')).toBeUndefined()
  })

  it('rejects a second account with the same email in another case', async () => {
    const account = await seedAccount(database)
    const duplicate = { ...account, id: database.ids.account(), email: account.email.toUpperCase() }
    await expect(database.store.accounts.insert(duplicate)).rejects.toThrow(AlreadyExists)
  })

  it('lists accounts oldest first', async () => {
    const younger = await seedAccount(database)
    const older = { ...younger, id: database.ids.account(), email: 'older@example.com', created_at: timestamp(0) }
    await database.store.accounts.insert(older)
    const ids = (await database.store.accounts.list()).map(({ id }) => id)
    expect(ids[0]).toBe(older.id)
    expect(ids).toContain(younger.id)
  })

  it('stores text of an account that looks like SQL unchanged', async () => {
    const name = `Robert'); drop table accounts; -- " \\ \${1} $1 ? %_`
    const account = { ...(await seedAccount(database)), id: database.ids.account(), email: `o'neil@example.com`, name }
    await database.store.accounts.insert(account)
    expect(await database.store.accounts.findByEmail(`o'neil@example.com`)).toEqual(account)
    expect(await database.store.accounts.findByEmail(`' or '1'='1`)).toBeUndefined()
  })

  it('stores the language that a person chose, and reads one that is not offered as no choice', async () => {
    const { id, email } = await seedAccount(database)
    const { accounts } = database.store
    expect((await accounts.find(id))?.language).toBeNull()
    await accounts.setLanguage(id, 'de')
    expect((await accounts.find(id))?.language).toBe('de')
    expect((await accounts.findByEmail(email))?.language).toBe('de')
    expect((await accounts.listWithStatus()).find((account) => account.id === id)?.language).toBe('de')
    await accounts.setLanguage(id, 'tlh' as never)
    expect((await accounts.find(id))?.language).toBeNull()
    await accounts.setLanguage(id, null)
    expect((await accounts.find(id))?.language).toBeNull()
    await expect(accounts.setLanguage(database.ids.account(), 'de')).rejects.toThrow(NotFound)
  })

  it('stores only the latest password of an account', async () => {
    const { id, created_at } = await seedAccount(database)
    expect(await database.store.accounts.findPassword(id)).toBeUndefined()
    await database.store.accounts.putPassword(id, 'first', created_at)
    await database.store.accounts.putPassword(id, 'second', created_at)
    expect(await database.store.accounts.findPassword(id)).toBe('second')
    const nobody = database.ids.account()
    await expect(database.store.accounts.putPassword(nobody, 'first', created_at)).rejects.toThrow(NotFound)
  })

  it('lists the selected memberships of an account with their roles, without invitations', async () => {
    const first = await seedProduct(database)
    const second = await seedProduct(database)
    const me = first.people.admin.account
    const at = timestamp(database.clock.now())
    const member = { id: database.ids.member(), email: me.email, role: 'viewer', account: me.id, at } as const
    await database.store.members.insert(second.product, member)
    const invited = await seedProduct(database)
    await database.store.members.insert(invited.product, {
      ...member,
      id: database.ids.member(),
      account: undefined,
    })

    const all = await database.store.accounts.memberships(me.id, { mode: 'all' })
    expect(new Map(all.map(({ product, role }) => [product, role]))).toEqual(
      new Map([
        [first.product, 'admin'],
        [second.product, 'viewer'],
      ]),
    )
    const selected = { mode: 'selected', ids: [second.product, invited.product] } as const
    expect(await database.store.accounts.memberships(me.id, { ...selected, ids: [...selected.ids] })).toEqual([
      { product: second.product, role: 'viewer' },
    ])
    expect(await database.store.accounts.memberships(me.id, { mode: 'selected', ids: [] })).toEqual([])
  })
})
