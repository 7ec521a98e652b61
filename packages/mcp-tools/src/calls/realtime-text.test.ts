import { type RealtimeReport, timestamp } from '@footfall/core-domain'
import { type SeededProduct, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { serveSuite } from '../test-support-suite.ts'

/** Visitors of one address differ by their browsers. */
const agent = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`

describe('realtime as text', () => {
  const database = testDatabase('sqlite')
  const served = serveSuite(database)
  let seeded: SeededProduct
  let token: string

  beforeAll(async () => {
    seeded = await seedProduct(database)
    token = (await seedToken(database, seeded.people.owner.account, { scopes: ['analytics:read'] })).secret
  })

  const visit = (version: number, product = seeded.product, path = '/') =>
    fetch(`${served.url}/api/event`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'user-agent': agent(version) },
      body: JSON.stringify({ product, name: 'pageview', url: `https://shop.example${path}` }),
    })

  it('the realtime text states which minutes each number covers, as the data do', async () => {
    for (const version of [140, 141, 142]) expect((await visit(version)).status).toBe(202)
    database.clock.advance(10 * 60_000)
    expect((await visit(143)).status).toBe(202)
    await served.flush()
    const { body } = await served.call('service_analytics_realtime', { product: seeded.product }, token)
    const data: RealtimeReport = body.result.structuredContent.data
    expect(data).toMatchObject({ active_visitors: 1, active_minutes: 5, visitors: 4, window_minutes: 30, pageviews: 4 })
    const lines = body.result.content[0].text.split('\n')
    expect(lines.slice(0, 2)).toEqual([
      'Visitors of the last 5 minutes: 1 (available).',
      'Visitors of the last 30 minutes: 4; pageviews of the last 30 minutes: 4.',
    ])
    for (const title of ['Pages', 'Sources', 'Countries']) expect(lines).toContain(`${title} of the last 30 minutes:`)
  })

  it('the realtime text says of a list in which every row is withheld that it is withheld, not that it has none', async () => {
    const { product, people } = await seedProduct(database)
    const { secret } = await seedToken(database, people.owner.account, { scopes: ['analytics:read'] })
    const { revision: _, updated_at: __, ...preferences } = await database.store.settings.get(product, 'preferences')
    const at = timestamp(database.clock.now())
    await database.store.settings.put(product, 'preferences', { ...preferences, suppression_threshold: 3 }, at)
    const textOf = async () => {
      await served.flush()
      const { body } = await served.call('service_analytics_realtime', { product }, secret)
      return body.result.content[0].text.split('\n')
    }
    expect((await textOf()).join('\n')).not.toContain('withheld')
    for (const version of [140, 141, 142, 143]) expect((await visit(version, product, `/${version}`)).status).toBe(202)
    const few = await textOf()
    expect(few).toContain('Visitors of the last 30 minutes: 4; pageviews of the last 30 minutes: 4.')
    expect(few).toContain('Pages of the last 30 minutes: withheld.')
    expect(few).toContain('Sources of the last 30 minutes:')
    expect(few).not.toContain('none')
  })
})
