import {
  AlreadyExists,
  hashSecret,
  mintSecret,
  NotFound,
  type ProductId,
  type ProductKey,
  timestamp,
} from '@footfall/core-domain'
import { describeEachDialect, seedProduct, seedProductKey, seedToken } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { walk } from '../test-support/walk.ts'

describeEachDialect('Website API keys', (database) => {
  const mint = (): { key: Omit<ProductKey, 'issued_by'>; stored: ReturnType<typeof mintSecret>['stored'] } => {
    const { stored } = mintSecret('website_key', database.random)
    const at = timestamp(database.clock.now())
    const key: Omit<ProductKey, 'issued_by'> = {
      id: database.ids.productKey(),
      name: 'Dashboard',
      kind: 'api',
      scopes: ['analytics:read'],
      prefix: stored.prefix,
      status: 'active',
      created_at: at,
      last_used_at: null,
      allowed_networks: [],
      last_used_network: null,
      last_used_operation: null,
      revision: 1,
      updated_at: at,
    }
    return { key, stored }
  }

  it('finds a Website API key with its product by the hash of its secret', async () => {
    const { product, people } = await seedProduct(database)
    const { token } = await seedToken(database, people.owner.account, { scopes: ['keys:write'] })
    const { key, stored } = mint()
    await database.store.productKeys.insert(product, key, stored, { account: people.owner.account.id, token: token.id })
    expect(await database.store.productKeys.findByHash(stored.secret_hash)).toEqual({
      key: { ...key, issued_by: people.owner.member },
      product,
      owner: people.owner.account.id,
      issuer: people.owner.account.id,
      issuerStatus: 'active',
    })
    expect(await database.store.productKeys.findByHash('0'.repeat(64))).toBeUndefined()
    await expect(
      database.store.productKeys.insert(product, { ...key, id: database.ids.productKey() }, stored, undefined),
    ).rejects.toThrow(AlreadyExists)
  })

  it('pages through the keys of a product once each', async () => {
    const [one, other] = [await seedProduct(database), await seedProduct(database)]
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      const { key, stored } = mint()
      await database.store.productKeys.insert(one.product, key, stored, undefined)
      ids.push(key.id)
    }
    const foreign = mint()
    await database.store.productKeys.insert(other.product, foreign.key, foreign.stored, undefined)
    const pages = await walk((page) => database.store.productKeys.list(one.product, page), 2)
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
    expect(
      pages
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort())
  })

  it('finds, revokes and counts Website API keys only within their product', async () => {
    const [one, other] = [await seedProduct(database), await seedProduct(database)]
    const { productKeys } = database.store
    const { key, secret } = await seedProductKey(database, one.product)
    await seedProductKey(database, one.product, { status: 'disabled' })
    expect(await productKeys.find(one.product, key.id)).toEqual(key)
    expect(await productKeys.find(other.product, key.id)).toBeUndefined()
    expect([await productKeys.count(one.product), await productKeys.count(other.product)]).toEqual([1, 0])

    database.clock.advance(1)
    const at = timestamp(database.clock.now())
    await expect(productKeys.revoke(other.product, key.id, at)).rejects.toThrow(NotFound)
    const revoked = { ...key, status: 'revoked', revision: 2, updated_at: at }
    expect(await productKeys.revoke(one.product, key.id, at)).toEqual(revoked)
    expect((await productKeys.findByHash(hashSecret(secret)))?.key).toEqual(revoked)
    expect(await productKeys.count(one.product)).toBe(0)
  })

  describe('Website API keys that an account issued', () => {
    const at = () => timestamp(database.clock.now())
    const statuses = async (product: ProductId, ...keys: ProductKey[]) => {
      const found = await Promise.all(keys.map(({ id }) => database.store.productKeys.find(product, id)))
      return found.map((key) => [key?.status, key?.disabled_reason])
    }

    it('names the member who issued a key, directly or through a token, until that member is removed', async () => {
      const { product, people } = await seedProduct(database)
      const { account, member } = people.admin
      const token = await seedToken(database, account, { scopes: ['keys:write'] })
      const direct = await seedProductKey(database, product, { account: account.id })
      const issued = await seedProductKey(database, product, { issuer: token.token.id })
      const unknown = await seedProductKey(database, product)
      expect([direct, issued, unknown].map(({ key }) => key.issued_by)).toEqual([member, member, null])
      await database.store.members.remove(product, member)
      const { rows } = await database.store.productKeys.list(product, { limit: 10 })
      expect(rows.map(({ issued_by }) => issued_by)).toEqual([null, null, null])
    })

    it('lists a limited number of the active keys of an issuer with their total, for one or all products', async () => {
      const [one, other] = [await seedProduct(database), await seedProduct(database)]
      const { account } = one.people.admin
      const first = await seedProductKey(database, one.product, { account: account.id })
      database.clock.advance(1)
      await seedProductKey(database, one.product, { account: account.id })
      await seedProductKey(database, one.product, { account: account.id, status: 'revoked' })
      await seedProductKey(database, one.product, { account: one.people.owner.account.id })
      await seedProductKey(database, other.product, { account: account.id })
      const { productKeys } = database.store
      expect(await productKeys.issuedBy(one.product, account.id, 1)).toEqual({ keys: [first.key], count: 2 })
      expect(await productKeys.issuedBy(undefined, account.id, 10)).toMatchObject({ count: 3 })
      expect(await productKeys.issuedBy(one.product, one.people.viewer.account.id, 10)).toEqual({ keys: [], count: 0 })
    })

    it('disables the keys of one issuer with a reason, and no other keys', async () => {
      const [one, other] = [await seedProduct(database), await seedProduct(database)]
      const { account } = one.people.admin
      const token = await seedToken(database, account, { scopes: ['keys:write'] })
      const child = await seedToken(database, account, { scopes: ['keys:write'], parent: token.token })
      const direct = await seedProductKey(database, one.product, { account: account.id, kind: 'payment' })
      const issued = await seedProductKey(database, one.product, { issuer: child.token.id })
      const revoked = await seedProductKey(database, one.product, { account: account.id, status: 'revoked' })
      const owners = await seedProductKey(database, one.product, { account: one.people.owner.account.id })
      const elsewhere = await seedProductKey(database, other.product, { account: account.id })
      const { productKeys } = database.store
      database.clock.advance(1)
      expect(await productKeys.disableIssuedBy(one.product, account.id, 'member_removed', at())).toBe(2)
      expect(await productKeys.findByHash(hashSecret(direct.secret))).toMatchObject({
        key: { status: 'disabled', disabled_reason: 'member_removed', revision: 2, updated_at: at() },
      })
      expect(await statuses(one.product, issued.key, revoked.key, owners.key)).toEqual([
        ['disabled', 'member_removed'],
        ['revoked', undefined],
        ['active', undefined],
      ])
      expect(await statuses(other.product, elsewhere.key)).toEqual([['active', undefined]])
      expect(await productKeys.disableIssuedBy(undefined, account.id, 'account_disabled', at())).toBe(1)
      expect(await statuses(other.product, elsewhere.key)).toEqual([['disabled', 'account_disabled']])
      expect(await productKeys.disableIssuedBy(undefined, account.id, 'account_disabled', at())).toBe(0)
    })

    it('removes the disabled reason of a key when it is revoked', async () => {
      const { product, people } = await seedProduct(database)
      const { key } = await seedProductKey(database, product, { account: people.admin.account.id })
      await database.store.productKeys.disableIssuedBy(product, people.admin.account.id, 'member_removed', at())
      await database.store.productKeys.revoke(product, key.id, at())
      expect(await statuses(product, key)).toEqual([['revoked', undefined]])
    })
  })
})
