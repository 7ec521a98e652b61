import { AlreadyExists, hashSecret, mintSecret, NotFound, type ProductKey, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct, seedProductKey, seedToken } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { walk } from '../test-support/walk.ts'

describeEachDialect('product keys', (database) => {
  const mint = (): { key: ProductKey; stored: ReturnType<typeof mintSecret>['stored'] } => {
    const { stored } = mintSecret('website_key', database.random)
    const at = timestamp(database.clock.now())
    const key: ProductKey = {
      id: database.ids.productKey(),
      name: 'Dashboard',
      kind: 'api',
      scopes: ['analytics:read'],
      prefix: stored.prefix,
      status: 'active',
      created_at: at,
      last_used_at: null,
      revision: 1,
      updated_at: at,
    }
    return { key, stored }
  }

  it('are found by the hash of their secret, with their product', async () => {
    const { product, people } = await seedProduct(database)
    const { token } = await seedToken(database, people.owner.account, { scopes: ['keys:write'] })
    const { key, stored } = mint()
    await database.store.productKeys.insert(product, key, stored, token.id)
    expect(await database.store.productKeys.findByHash(stored.secret_hash)).toEqual({ key, product })
    expect(await database.store.productKeys.findByHash('0'.repeat(64))).toBeUndefined()
    await expect(
      database.store.productKeys.insert(product, { ...key, id: database.ids.productKey() }, stored, undefined),
    ).rejects.toThrow(AlreadyExists)
  })

  it('are paged within their product, each once', async () => {
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

  it('are found, revoked for good and counted within their product', async () => {
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
})
