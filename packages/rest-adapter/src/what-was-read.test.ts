import type { StatsAnswer } from '@footfall/core-domain'
import { fixedReports, servicesOn, testEngine } from '@footfall/operations/test-support'
import { seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Served, serve } from './test-support.ts'

const database = testDatabase('sqlite')
const answer = { data: { value: 1 }, meta: {}, more: false, read: { days: 87, rows: 3 } } as unknown as StatsAnswer
const engine = testEngine()
let served: Served
let product: Awaited<ReturnType<typeof seedProduct>>
beforeAll(async () => {
  product = await seedProduct(database)
  const taking = await engine.services(database)
  served = await serve({ ...servicesOn(database), ...taking, analytics: fixedReports({ query: async () => answer }) })
})
afterAll(() => served.close())

async function asked(role: 'owner' | 'admin' | 'editor' | 'viewer', headers: Readonly<Record<string, string>>) {
  const { secret } = await seedToken(database, product.people[role].account, { scopes: ['analytics:read'] })
  const url = `${served.url}/api/v1/stats?product=${product.product}&metric=visitors&from=2026-11-01&to=2026-11-10`
  const response = await fetch(url, { headers: { authorization: `Bearer ${secret}`, ...headers } })
  return { status: response.status, plan: response.headers.get('footfall-plan'), body: await response.json() }
}

it.each([
  ['owner', 'days=87 rows=3'],
  ['admin', 'days=87 rows=3'],
  ['editor', null],
  ['viewer', null],
] as const)('a request of the role %s for the query plan gets the header %s', async (role, plan) => {
  const { status, plan: shown, body } = await asked(role, { 'footfall-debug': 'plan' })
  expect({ status, shown, body }).toEqual({ status: 200, shown: plan, body: { data: { value: 1 }, meta: {} } })
})

it('an administrator who does not request the query plan does not get it', async () => {
  expect(await asked('admin', {})).toMatchObject({ status: 200, plan: null })
  expect(await asked('admin', { 'footfall-debug': 'all' })).toMatchObject({ status: 200, plan: null })
})
