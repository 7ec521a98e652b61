import { LocalDate, type ProductId, type ProductSummary, type SummaryScope } from '@footfall/core-domain'
import { testDatabase } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { type CallingScenario, fixedReports, scenarioOn, servicesOn } from '../../test-support/index.ts'
import { updatePreferences } from '../preferences/update.ts'
import { createProduct } from './create.ts'
import { listProducts } from './list.ts'

const database = testDatabase('sqlite')

const summary: ProductSummary = {
  from: LocalDate.parse('2026-11-14'),
  to: LocalDate.parse('2026-11-20'),
  visitors: 12,
  previous: 10,
  change: 0.2,
  active_visitors: 2,
  series: [1, 2, 3, null, 2, 2, 2],
  state: 'available',
  reason: null,
}

async function listing(): Promise<CallingScenario & { readonly asked: (readonly SummaryScope[])[] }> {
  const asked: (readonly SummaryScope[])[] = []
  const analytics = fixedReports({
    summaries: async (scopes, period) => {
      asked.push(scopes)
      expect(period).toBe('7d')
      return new Map<ProductId, ProductSummary>(scopes.map(({ product }) => [product, summary]))
    },
  })
  const on = await scenarioOn(database, {
    timezone: 'Asia/Kathmandu',
    services: { ...servicesOn(database), analytics },
  })
  return { ...on, asked }
}

const listed = (summary: string | undefined, more: object = {}) => ({ query: { ...(summary && { summary }), ...more } })

it('adds the summary of each product of the page, in one query with the time zone and preferences of each', async () => {
  const { asked, call, owner, confirm, product } = await listing()
  await confirm(owner, updatePreferences, { body: { suppression_threshold: 7 } })
  const { data } = await call(owner, listProducts, listed('7d'))
  expect(data).toMatchObject([{ id: product, role: 'owner', summary }])
  expect(asked).toMatchObject([
    [{ product, timezone: 'Asia/Kathmandu', preferences: { suppression_threshold: 7, timezone: 'Asia/Kathmandu' } }],
  ])
})

it('queries no summaries if the list does not request them', async () => {
  const { asked, call, owner } = await listing()
  const { data } = await call(owner, listProducts, listed(undefined))
  expect(data[0]).not.toHaveProperty('summary')
  expect(asked).toEqual([])
})

it('queries only the products of the page and of the selection', async () => {
  const { asked, call, confirm, owner, product, token } = await listing()
  const body = { name: 'Second', timezone: 'America/Lima' }
  const second = (await confirm(owner, createProduct, { body })).data.result.id
  const first = await call(owner, listProducts, listed('7d', { limit: 1 }))
  const cursor = first.page?.next_cursor
  expect((await call(owner, listProducts, listed('7d', { limit: 1, cursor }))).data).toMatchObject([{ id: second }])
  const selected = await token({
    scopes: ['products:read', 'analytics:read'],
    products: { mode: 'selected', ids: [product] },
  })
  await call(selected, listProducts, listed('7d'))
  const zones = asked.map((scopes) => scopes.map((scope) => [scope.product, scope.timezone]))
  expect(zones).toEqual([[[product, 'Asia/Kathmandu']], [[second, 'America/Lima']], [[product, 'Asia/Kathmandu']]])
})

it('requires analytics:read in addition to products:read for a list with any summary', async () => {
  const { asked, call, token } = await listing()
  const lacking = await token({ scopes: ['products:read'] })
  for (const period of ['7d', '30d', 'nonsense']) {
    const rejected = await call(lacking, listProducts, listed(period))
    expect(rejected).toMatchObject({ code: 'insufficient_scope' })
    expect(rejected.detail).toContain('products:read and analytics:read')
  }
  expect((await call(lacking, listProducts, listed(undefined))).code).toBeUndefined()
  expect(asked).toEqual([])
})

it('rejects a summary of other than seven or thirty days', async () => {
  const { call, owner } = await listing()
  expect(await call(owner, listProducts, listed('90d'))).toMatchObject({ code: 'invalid_request', fields: ['summary'] })
})
