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

  it('are invited without a name, or active with the name of their account', async () => {
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

  it('are on a product once: by address, whatever its case, and by account', async () => {
    const { product, people } = await seedProduct(database)
    const known = people.viewer.account
    await expect(database.store.members.insert(product, invitation(known.email.toUpperCase()))).rejects.toThrow(
      AlreadyExists,
    )
    const sameAccount = { ...invitation('other@example.com'), account: known.id }
    await expect(database.store.members.insert(product, sameAccount)).rejects.toThrow(AlreadyExists)
  })

  it('can be invited to several products under one address', async () => {
    const [one, other] = [await seedProduct(database), await seedProduct(database)]
    await database.store.members.insert(one.product, invitation('guest@example.com'))
    await database.store.members.insert(other.product, invitation('guest@example.com'))
    expect((await database.store.members.list(other.product, { limit: 10 })).rows).toHaveLength(5)
  })

  it('cannot be added to a product that does not exist', async () => {
    const { id } = await seedAccount(database)
    const member = { ...invitation('guest@example.com'), account: id }
    await expect(database.store.members.insert(database.ids.product(), member)).rejects.toThrow(NotFound)
  })

  it('are paged each once and oldest first', async () => {
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
})
