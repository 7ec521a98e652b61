import type { ReportMeta, StatsAnswer } from '@footfall/core-domain'
import { testDatabase } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { queryStats } from '../features/analytics/query.ts'
import { createProduct } from '../features/products/create.ts'
import { listProducts } from '../features/products/list.ts'
import { listMembers } from '../features/team/list.ts'
import { type CallingScenario, fixedReports, type Input, scenarioOn, servicesOn } from '../test-support/index.ts'

const database = testDatabase('sqlite')

async function pages() {
  const analytics = fixedReports({
    query: async () => ({ data: {} as StatsAnswer['data'], meta: {} as ReportMeta, more: true }),
  })
  const on = await scenarioOn(database, { services: { ...servicesOn(database), analytics } })
  const second: string = (await on.confirm(on.owner, createProduct, { body: { name: 'Second' } })).data.result.id
  return { on, second }
}

/** The cursor of the first page. */
async function nextOf(
  on: CallingScenario,
  list: typeof listProducts | typeof listMembers | typeof queryStats,
  input: Input,
) {
  const { page } = await on.call(on.owner, list, { ...input, query: { ...input.query, limit: 1 } })
  expect(page?.next_cursor).toEqual(expect.any(String))
  return page?.next_cursor
}

const REJECTED = { code: 'invalid_request', fields: ['cursor'] }

it('rejects a cursor of another list, or of the same list of another product', async () => {
  const { on, second } = await pages()
  const cursor = await nextOf(on, listMembers, {})
  const at = (product: string) => ({ product, query: { cursor, limit: 50 } })
  expect((await on.call(on.owner, listMembers, at(on.product))).code).toBeUndefined()
  expect(await on.call(on.owner, listMembers, at(second))).toMatchObject(REJECTED)
  expect(await on.call(on.owner, listProducts, { query: { cursor } })).toMatchObject(REJECTED)
})

it('rejects a cursor of rows in another query, and accepts it with another page size', async () => {
  const { on } = await pages()
  const asked = { metric: 'visitors', dimension: 'page', from: '2026-11-01', to: '2026-11-20' }
  const cursor = await nextOf(on, queryStats, { query: asked })
  const next = (change: object) => on.call(on.owner, queryStats, { query: { ...asked, cursor, ...change } })
  expect((await next({ limit: 7 })).page?.limit).toBe(7)
  for (const change of [
    { to: '2026-11-19' },
    { order: 'visitors:asc' },
    { dimension: 'country' },
    { metric: 'visits' },
  ])
    expect(await next(change)).toMatchObject(REJECTED)
})

it('rejects a cursor without its mark or with a different one', async () => {
  const { on } = await pages()
  const [position, mark] = String(await nextOf(on, listMembers, {})).split('.')
  for (const cursor of [position, `.${mark}`, `${position}.`, `${position}.${mark?.replace(/^./, 'x')}`])
    expect(await on.call(on.owner, listMembers, { query: { cursor } })).toMatchObject(REJECTED)
})
