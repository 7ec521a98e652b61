import { AlreadyExists, defaultSettings, NotFound, SETTINGS, TimeZone, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedAccount, seedProduct, seedProductOf, type TestDatabase } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { walk } from '../test-support/walk.ts'

const BERLIN = TimeZone.parse('Europe/Berlin')

describeEachDialect('products', (database) => {
  it('creates a product with default settings and its creator as owner', async () => {
    const owner = await seedAccount(database)
    const id = await insertProduct(database, owner.id, 'Shop')
    expect(await database.store.products.findFor(owner.id, id)).toEqual({
      id,
      name: 'Shop',
      timezone: BERLIN,
      role: 'owner',
      created_at: timestamp(database.clock.now()),
      revision: 1,
      updated_at: timestamp(database.clock.now()),
    })
    for (const section of Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]) {
      const { revision, updated_at, ...document } = await database.store.settings.get(id, section)
      expect(document).toEqual(defaultSettings(BERLIN)[section])
      expect({ revision, updated_at }).toEqual({ revision: 1, updated_at: timestamp(database.clock.now()) })
    }
    const members = await database.store.members.list(id, { limit: 10 })
    expect(members.rows).toMatchObject([{ email: owner.email, name: owner.name, role: 'owner', status: 'active' }])
  })

  it('stores nothing from a product whose owner does not exist', async () => {
    const id = database.ids.product()
    const owner = { member: database.ids.member(), account: database.ids.account() }
    const product = { id, name: 'Orphan', timezone: BERLIN, created_at: timestamp(database.clock.now()) }
    await expect(database.store.products.insert(product, owner)).rejects.toThrow(NotFound)
    expect(await database.store.products.find(id)).toBeUndefined()
    await expect(database.store.settings.get(id, 'domains')).rejects.toThrow(NotFound)
  })

  it('rejects a second product with the same id', async () => {
    const { product, people } = await seedProduct(database)
    const again = { id: product, name: 'Again', timezone: BERLIN, created_at: timestamp(database.clock.now()) }
    const owner = { member: database.ids.member(), account: people.owner.account.id }
    await expect(database.store.products.insert(again, owner)).rejects.toThrow(AlreadyExists)
  })

  it('shows a product to active members only, not to others or invited people', async () => {
    const { product } = await seedProduct(database)
    const stranger = await seedAccount(database)
    expect(await database.store.products.findFor(stranger.id, product)).toBeUndefined()
    const at = timestamp(database.clock.now())
    const invitation = {
      id: database.ids.member(),
      email: stranger.email,
      role: 'admin',
      account: undefined,
      at,
    } as const
    await database.store.members.insert(product, invitation)
    expect(await database.store.products.findFor(stranger.id, product)).toBeUndefined()
    expect((await database.store.products.listFor(stranger.id, { mode: 'all' }, { limit: 10 })).rows).toEqual([])
    expect(await database.store.products.findFor(stranger.id, database.ids.product())).toBeUndefined()
  })

  it('returns no role of a product without an account', async () => {
    const { product, people } = await seedProduct(database)
    const { role, ...expected } = (await database.store.products.findFor(people.owner.account.id, product)) ?? {}
    expect(role).toBe('owner')
    expect(await database.store.products.find(product)).toEqual(expected)
    expect(await database.store.products.all()).toContainEqual(expected)
    expect(await database.store.products.find(database.ids.product())).toBeUndefined()
  })

  it('lists the oldest product of each owning account before the second one of any', async () => {
    const { product, people } = await seedProduct(database)
    const many = [product]
    for (let i = 0; i < 2; i++) {
      database.clock.advance(1)
      many.push(await seedProductOf(database, people.owner.account))
    }
    database.clock.advance(1)
    const { product: quiet } = await seedProduct(database)
    const listed = (await database.store.products.inTurns()).map(({ id }) => id)
    const own = listed.filter((id) => [...many, quiet].includes(id))
    expect(own).toEqual([many[0], quiet, many[1], many[2]])
  })

  it('finds with a product the active owner who has been a member longest, until they leave', async () => {
    const { product, people } = await seedProduct(database)
    const second = await seedAccount(database)
    const at = timestamp(database.clock.now() + 1)
    const joined = { email: second.email, role: 'owner', account: second.id, invitedBy: undefined, at } as const
    await database.store.members.insert(product, { ...joined, id: database.ids.member() })
    const asFound = async () => [
      await database.store.products.findOwned(product),
      await database.store.products.findOwnedFor(people.viewer.account.id, product),
    ]
    const plain = await database.store.products.find(product)
    const expected = (owner: string) => [
      { product: plain, owner },
      { product: { ...plain, role: 'viewer' }, owner },
    ]
    expect(await asFound()).toEqual(expected(people.owner.account.id))
    await database.store.members.remove(product, people.owner.member)
    expect(await asFound()).toEqual(expected(second.id))
    expect(await database.store.products.findOwned(database.ids.product())).toBeUndefined()
  })

  it('lists only products of the selection', async () => {
    const owner = await seedAccount(database)
    const [first, second] = [
      await insertProduct(database, owner.id, 'A'),
      await insertProduct(database, owner.id, 'B'),
      await insertProduct(database, owner.id, 'C'),
    ]
    const foreign = await seedProduct(database)
    const visible = { mode: 'selected' as const, ids: [first, second, foreign.product] }
    const page = await database.store.products.listFor(owner.id, visible, { limit: 10 })
    expect(new Set(page.rows.map(({ id }) => id))).toEqual(new Set([first, second]))
    const none = { mode: 'selected' as const, ids: [] }
    expect((await database.store.products.listFor(owner.id, none, { limit: 10 })).rows).toEqual([])
  })

  it.each([1, 2, 3, 6, 7, 50])('pages through products %i at a time, once each, oldest first', async (limit) => {
    const owner = await seedAccount(database)
    const ids = []
    for (let i = 0; i < 7; i++) {
      if (i % 3 === 0) database.clock.advance(1) // pairs share an instant
      ids.push(await insertProduct(database, owner.id, `P${i}`))
    }
    const pages = await walk((page) => database.store.products.listFor(owner.id, { mode: 'all' }, page), limit)
    const rows = pages.flat()
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort())
    const positions = rows.map(({ created_at, id }) => `${created_at} ${id}`)
    expect(positions).toEqual([...positions].sort())
    expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true)
    expect(pages.at(-1)?.length).toBeGreaterThan(0)
  })

  it('does not shift the pages of products when others are added', async () => {
    const owner = await seedAccount(database)
    const first = await insertProduct(database, owner.id, 'First')
    database.clock.advance(1)
    const second = await insertProduct(database, owner.id, 'Second')
    const page = await database.store.products.listFor(owner.id, { mode: 'all' }, { limit: 1 })
    expect(page.rows.map(({ id }) => id)).toEqual([first])
    database.clock.advance(1)
    const third = await insertProduct(database, owner.id, 'Third')
    const rest = await database.store.products.listFor(
      owner.id,
      { mode: 'all' },
      { limit: 5, ...(page.next && { after: page.next }) },
    )
    expect(rest.rows.map(({ id }) => id)).toEqual([second, third])
    expect(rest.next).toBeUndefined()
  })

  it('renames a product and increases its revision', async () => {
    const [{ product }, other] = [await seedProduct(database), await seedProduct(database)]
    const [before, untouched] = [
      await database.store.products.find(product),
      await database.store.products.find(other.product),
    ]
    database.clock.advance(1)
    const at = timestamp(database.clock.now())
    await database.store.products.rename(product, "O'Neil’s", at)
    expect(await database.store.products.find(product)).toEqual({
      ...before,
      name: "O'Neil’s",
      revision: 2,
      updated_at: at,
    })
    expect(await database.store.products.find(other.product)).toEqual(untouched)
    await expect(database.store.products.rename(database.ids.product(), 'x', at)).rejects.toThrow(NotFound)
  })

  it('counts a product for its owners, and not for other members or invited owners', async () => {
    const { product, people } = await seedProduct(database)
    await insertProduct(database, people.owner.account.id, 'Second')
    const at = timestamp(database.clock.now())
    const invited = {
      id: database.ids.member(),
      email: 'x@example.com',
      role: 'owner' as const,
      account: undefined,
      at,
    }
    await database.store.members.insert(product, invited)
    const owned = (role: keyof typeof people) => database.store.products.countOwnedBy(people[role].account.id)
    expect([await owned('owner'), await owned('admin'), await owned('viewer')]).toEqual([2, 0, 0])
  })
})

async function insertProduct(
  database: TestDatabase,
  account: ReturnType<TestDatabase['ids']['account']>,
  name: string,
) {
  const id = database.ids.product()
  await database.store.products.insert(
    { id, name, timezone: BERLIN, created_at: timestamp(database.clock.now()) },
    { member: database.ids.member(), account },
  )
  return id
}
