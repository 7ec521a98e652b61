import { SCOPES } from '@footfall/scopes-policy'
import { testDatabase } from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { toolsetOf } from '../../calls/toolsets.ts'
import { type By, type CallingScenario, scenarioOn } from '../../test-support/index.ts'
import { completeProducts } from './complete.ts'
import { createProduct } from './create.ts'
import { listProducts } from './list.ts'

describe('the completion of products', () => {
  const database = testDatabase('sqlite')
  let on: CallingScenario
  let shop: string

  const create = async (body: object): Promise<string> => {
    database.clock.advance(1000)
    return (await on.confirm(on.owner, createProduct, { body })).data.result.id
  }
  const complete = async (typed: string, by: 'id' | 'any' = 'any', who: By = on.owner) =>
    (await on.call(who, completeProducts, { query: { typed, by } })).data

  beforeAll(async () => {
    on = await scenarioOn(database, { name: 'Example' })
    shop = await create({ name: 'Shop', domain: 'www.shop.example' })
  })

  it('finds a product by the beginning of its name, a hostname in any case, or its id', async () => {
    expect(await complete('Sh')).toEqual({ values: ['Shop'], total: 1 })
    expect(await complete('WWW.sh')).toEqual({ values: ['www.shop.example'], total: 1 })
    expect(await complete(shop)).toEqual({ values: [shop], total: 1 })
    expect(await complete('hop')).toEqual({ values: [], total: 0 })
  })

  it('returns all products if nothing was typed, the oldest first', async () => {
    expect(await complete('')).toEqual({ values: ['Example', 'Shop'], total: 2 })
  })

  it('returns only ids of products if only ids are accepted', async () => {
    for (const typed of ['sh', 'www.shop', shop]) {
      expect(await complete(typed, 'id')).toEqual({ values: [shop], total: 1 })
    }
    expect(await complete('', 'id')).toEqual({ values: [on.product, shop], total: 2 })
  })

  it('returns the id of a product whose name is that of another one, or a hostname of it', async () => {
    const blogs = [await create({ name: 'Blog' }), await create({ name: 'blog' })]
    expect((await complete('Blog')).values).toEqual(blogs)
    const named = await create({ name: 'docs.example' })
    const hosted = await create({ name: 'Handbook', domain: 'docs.example' })
    expect((await complete('docs.')).values).toEqual([named, hosted])
  })

  it('finds no product outside of the selection, and none of other accounts', async () => {
    const selected = await on.token({
      scopes: ['products:read'],
      products: { mode: 'selected', ids: [on.product] },
    })
    expect(await complete('', 'any', selected)).toEqual({ values: ['Example'], total: 1 })
    const elsewhere = await scenarioOn(database, { name: 'Shoes' })
    expect(await complete('Sh', 'any', elsewhere.owner)).toEqual({ values: ['Shoes'], total: 1 })
    expect(await complete('Sh')).toEqual({ values: ['Shop'], total: 1 })
  })

  it('applies the same limits as the list of products', async () => {
    expect(toolsetOf(completeProducts)).toBe(toolsetOf(listProducts))
    const limited = await on.token({ scopes: [...SCOPES], limits: { toolsets: ['analytics'], read_only: true } })
    expect((await complete('Sh', 'any', limited)).values).toEqual(['Shop'])
  })

  it('requires the scope of the list of products', async () => {
    const lacking = await on.token({ scopes: ['analytics:read'] })
    const called = await on.call(lacking, completeProducts, { query: { typed: '', by: 'any' } })
    expect(called.code).toBe('insufficient_scope')
  })
})
