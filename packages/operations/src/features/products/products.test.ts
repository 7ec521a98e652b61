import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { fixedReports, scenarioOn, servicesOn } from '../../test-support/index.ts'
import { catalog } from '../analytics/catalog.ts'
import { getDomains } from '../domains/get.ts'
import { createProduct } from './create.ts'
import { deleteProduct } from './delete.ts'
import { getProduct } from './get.ts'
import { listProducts } from './list.ts'

describeEachDialect('products', (database) => {
  it('shows a product that a token has just created, with its account as the owner', async () => {
    const on = await scenarioOn(database)
    const body = { name: 'Neu', timezone: 'Asia/Kathmandu', domain: 'Bücher.Example.' }
    const { result } = (await on.confirm(on.owner, createProduct, { body })).data
    expect(result).toMatchObject({ role: 'owner', timezone: 'Asia/Kathmandu', revision: 1 })
    const product = result.id
    expect((await on.call(on.owner, getProduct, { product })).data).toEqual(result)
    const { domains } = (await on.call(on.owner, getDomains, { product })).data
    expect(domains).toEqual([{ hostname: 'xn--bcher-kva.example', primary: true }])
  })

  it('deletes a product with everything that reaches it, only by its exact name and after a preview of what is lost, without what there is none of', async () => {
    const name = 'Döner “24”'
    const evidence = async () => ({ events: 1_234 }) as never
    const analytics = fixedReports({ evidence, catalog: async () => ({}) as never })
    const on = await scenarioOn(database, { name, services: { ...servicesOn(database), analytics } })
    const { product, call } = on
    const [owner, admin] = [await on.person('owner'), await on.person('admin')]
    const key = await on.key({ scopes: ['analytics:read'] })
    const token = await on.token({ scopes: [...SCOPES], products: { mode: 'selected', ids: [product] } })
    for (const other of ['', 'Döner', 'döner “24”', product])
      expect(await call(owner, deleteProduct, { body: { name: other } })).toMatchObject({ fields: ['name'] })
    const preview = (await on.preview(owner, deleteProduct, { body: { name } })).data
    expect(preview).toMatchObject({ state: 'previewed', operation: 'dashboard_products_delete' })
    expect(preview.warnings).toEqual([
      'Events that are deleted: 1,234.',
      'Active keys that stop working: 1.',
      'Members who lose access, including those invited: 4.',
      'Access tokens that lose access to it: 1.',
    ])
    expect((await call(owner, getProduct)).code).toBeUndefined()
    expect((await call(key.secret, catalog)).code).toBeUndefined()
    const { data } = await call(owner, deleteProduct, { body: { name } })
    expect(data).toMatchObject({ state: 'executed', result: { id: product, deleted: true } })
    for (const by of [owner, admin, token]) expect((await call(by, getProduct)).code).toBe('not_found')
    expect((await call(owner, deleteProduct, { body: { name } })).code).toBe('not_found')
    expect((await call(key.secret, catalog)).code).toBe('invalid_token')
    expect((await call(owner, listProducts)).data).toEqual([])
    const [entry] = await database.store.audit.list({ product, limit: 1 })
    expect(entry).toMatchObject({ operation: 'dashboard_products_delete', subject: product, channel: 'dashboard' })
    const again = (await call(owner, createProduct, { body: { name } })).data
    expect(again.result.id).not.toBe(product)
  })

  it.each([
    [undefined, 'body'],
    [{}, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'Example', revision: 1 }, 'revision'],
  ])('does not delete a product given %j', async (body, field) => {
    const on = await scenarioOn(database)
    const owner = await on.person('owner')
    // Without a body there is nothing to name: adapters reject it as `body`.
    const fields = [field === 'body' ? '' : field]
    expect(await on.call(owner, deleteProduct, { body })).toMatchObject({ code: 'invalid_request', fields })
    expect((await on.call(owner, getProduct)).code).toBeUndefined()
  })
})
