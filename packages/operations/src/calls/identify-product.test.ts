import { InvalidRequest, NO_LIMITS, type ProductId, TimeZone, timestamp } from '@footfall/core-domain'
import { type Principal, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededProduct, seedProduct } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { getProduct } from '../features/products/get.ts'
import { listProducts } from '../features/products/list.ts'
import { identifyProduct } from './identify-product.ts'

describeEachDialect('the product that a caller means', (database) => {
  let shop: SeededProduct
  let blog: ProductId
  let owner: SeededProduct['people']['owner']['account']

  /** A further product of the same owner. */
  const addProduct = async (name: string) => {
    const id = database.ids.product()
    database.clock.advance(1)
    const [timezone, created_at] = [TimeZone.parse('UTC'), timestamp(database.clock.now())]
    await database.store.transaction(({ store }) =>
      store.products.insert({ id, name, timezone, created_at }, { member: database.ids.member(), account: owner.id }),
    )
    return id
  }
  const setHostnames = (product: ProductId, ...hostnames: string[]) =>
    database.store.transaction(async ({ store }) => {
      const domains = hostnames.map((hostname, i) => ({ hostname, primary: i === 0 }))
      const { updated_at } = await store.settings.get(product, 'domains')
      await store.settings.put(product, 'domains', { domains }, updated_at)
    })
  const principal = (...ids: ProductId[]): Principal => ({
    kind: 'oauth_connection',
    connection: 'con_test' as never,
    account: owner.id,
    scopes: new Set(SCOPES),
    selection: ids.length === 0 ? { mode: 'all' } : { mode: 'selected', ids },
    limits: NO_LIMITS,
  })
  const meant = (given: unknown, by = principal()) => identifyProduct(getProduct, by, given, database.store, 'mcp')
  const problem = async (given: unknown, by = principal()) => {
    const rejected = await meant(given, by).then(
      (id) => id,
      (error: unknown) => error,
    )
    return rejected instanceof InvalidRequest ? rejected.errors : rejected
  }

  beforeEach(async () => {
    shop = await seedProduct(database, { name: 'Shop' })
    owner = shop.people.owner.account
    blog = await addProduct('Blog – Zürich')
    await setHostnames(shop.product, 'shop.example', 'www.shop.example')
    await setHostnames(blog, 'xn--bcher-kva.example', 'my_blog.example')
  })

  it('finds a product by its id', async () => {
    expect(await meant(shop.product)).toBe(shop.product)
  })

  it('finds a product by any hostname of its domains, in any case, as punycode or not', async () => {
    expect(await meant('shop.example')).toBe(shop.product)
    expect(await meant('WWW.Shop.Example')).toBe(shop.product)
    expect(await meant('shop.example.')).toBe(shop.product)
    expect(await meant('bücher.example')).toBe(blog)
    expect(await meant('BÜCHER.example')).toBe(blog)
    expect(await meant('XN--Bcher-kva.example')).toBe(blog)
    expect(await meant('my_blog.example')).toBe(blog)
  })

  it('finds no product by a part of a hostname, or by one that differs where a wildcard could stand', async () => {
    for (const given of ['example', 'shop', 'hop.example', 'other.shop.example', 'sho_.example', '%', '_', '%example'])
      expect(await meant(given)).toBe(given)
  })

  it('finds a product by its exact name only', async () => {
    expect(await meant('Blog – Zürich')).toBe(blog)
    for (const given of ['blog – zürich', 'Blog', ' Shop', 'Shop ', "Shop' OR '1'='1"])
      expect(await meant(given)).toBe(given)
  })

  it('asks which product is meant if two have the same name, and lists both', async () => {
    const second = await addProduct('Shop')
    expect(await problem('Shop')).toEqual([
      {
        path: 'product',
        message: `fits several products: “Shop” (${shop.product}), “Shop” (${second}); give the id of one`,
        did_you_mean: [shop.product, second],
      },
    ])
    expect(await meant('Shop', principal(second))).toBe(second)
  })

  it('asks which product is meant if a hostname of one is the name of another', async () => {
    const second = await addProduct('shop.example')
    expect(await problem('shop.example')).toMatchObject([{ path: 'product', did_you_mean: [shop.product, second] }])
    await setHostnames(second, 'second.example')
    expect(await meant('second.example')).toBe(second)
  })

  it('prefers the product with an id to one whose name looks like that id', async () => {
    const named = await addProduct('prd_shop')
    expect(await meant('prd_shop')).toBe(named)
    const borrowed = await addProduct(shop.product)
    expect(await meant(shop.product)).toBe(shop.product)
    expect(await meant(shop.product, principal(borrowed, blog))).toBe(borrowed)
  })

  it('finds no product outside the selection or of another account', async () => {
    const other = await seedProduct(database, { name: 'Elsewhere' })
    await setHostnames(other.product, 'elsewhere.example')
    for (const given of ['Elsewhere', 'elsewhere.example', other.product]) expect(await meant(given)).toBe(given)
    for (const given of ['Blog – Zürich', 'my_blog.example', blog])
      expect(await meant(given, principal(shop.product))).toBe(given)
  })

  it('needs no product if the credential has access to only one, and otherwise asks for it with the candidates', async () => {
    expect(await meant(undefined, principal(blog))).toBe(blog)
    expect(await problem(undefined)).toEqual([
      {
        path: 'product',
        message: `is required, since this credential sees several products: “Shop” (${shop.product}), “Blog – Zürich” (${blog}); give the id of one`,
        did_you_mean: [shop.product, blog],
      },
    ])
    const other = await seedProduct(database)
    expect(await meant(undefined, principal(other.product))).toBeUndefined()
  })

  it('lists at most ten candidates for a product', async () => {
    for (let i = 0; i < 11; i++) await addProduct('Many')
    const [error] = (await problem('Many')) as InvalidRequest['errors']
    expect(error?.message.match(/prd_/g)).toHaveLength(10)
    expect(error?.message).toContain('and more')
    expect(error?.did_you_mean).toHaveLength(3)
  })

  it('leaves a product as it is given if it is not text, is empty, or is longer than any name', async () => {
    for (const given of [7, null, {}, ['Shop'], '', 'x'.repeat(254), 'Shop\0']) expect(await meant(given)).toBe(given)
  })

  it('looks for the product after it checked the kind of credential and the scope', async () => {
    const second = await addProduct('Shop')
    expect(second).not.toBe(shop.product)
    await expect(meant('Shop', { ...principal(), scopes: new Set() } as Principal)).rejects.toMatchObject({
      code: 'insufficient_scope',
    })
    await expect(identifyProduct(getProduct, principal(), 'Shop', database.store, 'rest')).rejects.toMatchObject({
      code: 'credential_not_accepted',
    })
  })

  it('ignores the product for an operation without one', async () => {
    expect(await identifyProduct(listProducts, principal(), 'Shop', database.store, 'mcp')).toBe('Shop')
  })
})
