import { HOUR_MS } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { createChangeBudget } from '../audit/change-budget.ts'
import { updateShields } from '../features/shields/update.ts'
import { callsOn, scenarioOn, servicesOn } from '../test-support/index.ts'

const shields = (count: number) => ({
  body: {
    addresses: Array.from({ length: count }, (_, i) => ({ cidr: `10.0.${i >> 8}.${i & 255}`, note: 'n'.repeat(200) })),
    countries: [],
    paths: [],
    hostnames: { mode: 'block', patterns: [] },
    referrers: [],
  },
})

describeEachDialect('the budget of changes', (database) => {
  it('rejects changes of an account that are too large together, until the next hour, and stores none of them', async () => {
    const on = await scenarioOn(database)
    const takeChangeBytes = createChangeBudget(database.clock, 500_000)
    const limited = callsOn({ ...servicesOn(database), takeChangeBytes }, on.product)
    const admin = await on.person('admin')
    const change = (count: number) => limited.call(admin, updateShields, shields(count))
    expect((await change(500)).data).toMatchObject({ state: 'executed' })
    expect(await change(499)).toMatchObject({
      code: 'rate_limited',
      detail: expect.stringContaining('too large together'),
    })
    const entries = await database.store.audit.list({ product: on.product, limit: 10 })
    expect(entries.filter(({ operation }) => operation === 'service_shields_update')).toHaveLength(1)
    expect((await change(498)).code).toBe('rate_limited')
    expect((await limited.call(await on.person('owner'), updateShields, shields(1))).data).toMatchObject({
      state: 'executed',
    })
    database.clock.advance(HOUR_MS)
    expect((await change(400)).data).toMatchObject({ state: 'executed' })
  })
})
