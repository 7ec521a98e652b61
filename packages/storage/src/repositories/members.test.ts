import { AlreadyExists, NotFound, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedAccount, seedProduct } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { walk } from '../test-support/walk.ts'

describeEachDialect('members', (database) => {
  const invitation = (email: string) => ({
    id: database.ids.member(),
    email,
    role: 'viewer' as const,
    account: undefined,
    at: timestamp(database.clock.now()),
  })

  it('stores an invited member without a name, and an active member with the name of the account', async () => {
    const { product, people } = await seedProduct(database)
    const at = timestamp(database.clock.now())
    await database.store.members.insert(product, invitation('Guest@Example.com'))
    const { rows } = await database.store.members.list(product, { limit: 10 })
    expect(rows.find(({ email }) => email === 'guest@example.com')).toEqual({
      id: expect.stringMatching(/^mbr_/),
      email: 'guest@example.com',
      name: null,
      role: 'viewer',
      status: 'invited',
      invited_at: at,
      joined_at: null,
      revision: 1,
      updated_at: at,
    })
    expect(rows.find(({ id }) => id === people.editor.member)).toEqual({
      id: people.editor.member,
      email: people.editor.account.email,
      name: people.editor.account.name,
      role: 'editor',
      status: 'active',
      invited_at: null,
      joined_at: at,
      revision: 1,
      updated_at: at,
    })
  })

  it('rejects a second membership with the same email in another case or the same account', async () => {
    const { product, people } = await seedProduct(database)
    const known = people.viewer.account
    await expect(database.store.members.insert(product, invitation(known.email.toUpperCase()))).rejects.toThrow(
      AlreadyExists,
    )
    const sameAccount = { ...invitation('other@example.com'), account: known.id }
    await expect(database.store.members.insert(product, sameAccount)).rejects.toThrow(AlreadyExists)
  })

  it('invites one email to several products', async () => {
    const [one, other] = [await seedProduct(database), await seedProduct(database)]
    await database.store.members.insert(one.product, invitation('guest@example.com'))
    await database.store.members.insert(other.product, invitation('guest@example.com'))
    expect((await database.store.members.list(other.product, { limit: 10 })).rows).toHaveLength(5)
  })

  it('rejects a member of a product that does not exist', async () => {
    const { id } = await seedAccount(database)
    const member = { ...invitation('guest@example.com'), account: id }
    await expect(database.store.members.insert(database.ids.product(), member)).rejects.toThrow(NotFound)
  })

  it('pages through members once each, oldest first', async () => {
    const { product } = await seedProduct(database)
    for (let i = 0; i < 4; i++) {
      database.clock.advance(i % 2)
      await database.store.members.insert(product, invitation(`guest${i}@example.com`))
    }
    const whole = (await database.store.members.list(product, { limit: 100 })).rows
    expect(whole).toHaveLength(8)
    const times = whole.map(({ updated_at }) => updated_at)
    expect(times).toEqual([...times].sort())
    expect((await walk((page) => database.store.members.list(product, page), 3)).flat()).toEqual(whole)
  })

  it('finds a member only within the product, by id and by email in any case', async () => {
    const [{ product, people }, other] = [await seedProduct(database), await seedProduct(database)]
    const { members } = database.store
    const invited = invitation('guest@example.com')
    await members.insert(product, invited)
    const { rows } = await members.list(product, { limit: 10 })
    const listed = (id: string) => rows.find((member) => member.id === id)
    const editor = { member: listed(people.editor.member), account: people.editor.account.id }
    expect(await members.find(product, people.editor.member)).toEqual(editor)
    expect(await members.findByEmail(product, people.editor.account.email.toUpperCase())).toEqual(editor)
    expect(await members.find(product, invited.id)).toEqual({ member: listed(invited.id), account: undefined })
    expect(await members.find(other.product, people.editor.member)).toBeUndefined()
    expect(await members.findByEmail(other.product, people.editor.account.email)).toBeUndefined()
  })

  it('changes the role of a member and removes a member only within the product', async () => {
    const [{ product, people }, other] = [await seedProduct(database), await seedProduct(database)]
    const { members } = database.store
    const { member: editor, account } = people.editor
    const before = (await members.find(product, editor))?.member
    database.clock.advance(1)
    const at = timestamp(database.clock.now())
    const changed = { ...before, role: 'admin', revision: 2, updated_at: at }
    expect(await members.setRole(product, editor, 'admin', at)).toEqual(changed)
    expect((await members.find(product, editor))?.member).toEqual(changed)
    expect((await database.store.products.findFor(account.id, product))?.role).toBe('admin')

    await expect(members.setRole(other.product, editor, 'viewer', at)).rejects.toThrow(NotFound)
    await expect(members.remove(other.product, editor)).rejects.toThrow(NotFound)
    await members.remove(product, editor)
    expect(await database.store.products.findFor(account.id, product)).toBeUndefined()
    await expect(members.remove(product, editor)).rejects.toThrow(NotFound)
    await expect(members.setRole(product, editor, 'viewer', at)).rejects.toThrow(NotFound)
  })

  it('counts members including invitations, and owners excluding them', async () => {
    const { product, people } = await seedProduct(database)
    const { members } = database.store
    await members.insert(product, { ...invitation('boss@example.com'), role: 'owner' })
    expect([await members.count(product), await members.countOwners(product)]).toEqual([5, 1])
    await members.setRole(product, people.admin.member, 'owner', timestamp(database.clock.now()))
    expect([await members.count(product), await members.countOwners(product)]).toEqual([5, 2])
  })

  it('keeps one owner when two owners give up the role at the same time', async () => {
    const { product, people } = await seedProduct(database)
    const at = timestamp(database.clock.now())
    await database.store.members.setRole(product, people.admin.member, 'owner', at)
    const stepDown = (control: typeof database.control, id: typeof people.owner.member) =>
      control.store.transaction(async ({ store: { members } }) => {
        if ((await members.countOwners(product)) > 1) await members.setRole(product, id, 'viewer', at)
      })
    await Promise.all([stepDown(database.control, people.owner.member), stepDown(database.open(), people.admin.member)])
    expect(await database.store.members.countOwners(product)).toBe(1)
  })

  it('finds an invitation until its member joins, and lets it be accepted once', async () => {
    const { product } = await seedProduct(database, { name: 'Shop' })
    const guest = invitation('joins@example.com')
    await database.store.members.insert(product, guest)
    expect(await database.store.members.findInvitation(guest.id)).toEqual({
      id: guest.id,
      email: 'joins@example.com',
      role: 'viewer',
      invited_at: guest.at,
      product: { id: product, name: 'Shop' },
    })
    const account = await seedAccount(database)
    database.clock.advance(1)
    const at = timestamp(database.clock.now())
    expect(await database.store.members.join(guest.id, account.id, at)).toBe(true)
    expect(await database.store.members.join(guest.id, account.id, at)).toBe(false)
    expect(await database.store.members.findInvitation(guest.id)).toBeUndefined()
    expect(await database.store.members.find(product, guest.id)).toMatchObject({
      account: account.id,
      member: {
        status: 'active',
        name: account.name,
        joined_at: at,
        invited_at: guest.at,
        revision: 2,
        updated_at: at,
      },
    })
  })

  it('rejects joining a product twice', async () => {
    const { product, people } = await seedProduct(database)
    const guest = invitation('twice@example.com')
    await database.store.members.insert(product, guest)
    const joining = database.store.members.join(guest.id, people.viewer.account.id, guest.at)
    await expect(joining).rejects.toThrow(AlreadyExists)
    expect(await database.store.members.findInvitation(guest.id)).toBeDefined()
    expect(await database.store.members.join(database.ids.member(), people.viewer.account.id, guest.at)).toBe(false)
  })
})
