import { type EngineShare, ServiceUnavailable } from '@footfall/core-domain'
import { credentialOf, type Principal } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { realtime } from '../features/analytics/realtime.ts'
import { listProducts } from '../features/products/list.ts'
import { type By, type CallingScenario, fixedReports, scenarioOn, servicesOn } from '../test-support/index.ts'

describeEachDialect('the share of the engine that a report uses', (database) => {
  let shares: EngineShare[]
  let on: CallingScenario

  beforeEach(async () => {
    shares = []
    const analytics = {
      ...fixedReports(),
      forCaller({ share }: { readonly share: EngineShare }): never {
        shares.push(share)
        throw new ServiceUnavailable()
      },
    }
    on = await scenarioOn(database, { services: { ...servicesOn(database), analytics } })
  })

  const shareOf = async (by: By) => {
    await on.call(by, realtime)
    return shares.at(-1)
  }
  const idOf = (role: keyof CallingScenario['people']) => on.people[role].account.id

  it('the engine share of a report belongs to the account that owns the product, and within it to the member who asks', async () => {
    const viewer = await on.person('viewer')
    expect(await shareOf(viewer)).toEqual({
      account: idOf('owner'),
      person: idOf('viewer'),
      credential: credentialOf(viewer),
    })
    const token = await on.token({ scopes: ['analytics:read'] })
    expect(await shareOf(token)).toEqual({
      account: idOf('owner'),
      person: idOf('owner'),
      credential: token.token.id,
    })
  })

  it('all shared links of an account use the engine share of one person', async () => {
    const links: readonly Principal[] = [on.link(['realtime']), on.link(['realtime'])]
    for (const link of links) {
      expect(await shareOf(link)).toEqual({ account: idOf('owner'), person: 'links', credential: credentialOf(link) })
    }
  })

  it('all Website API keys of an account use the engine share of one person, never that of their issuer', async () => {
    for (const issuer of [undefined, idOf('admin')]) {
      const key: Principal = {
        kind: 'website_key',
        key: database.ids.productKey(),
        keyKind: 'api',
        product: on.product,
        owner: idOf('owner'),
        issuer,
        scopes: new Set(['analytics:read']),
      }
      expect(await shareOf(key)).toEqual({ account: idOf('owner'), person: 'keys', credential: key.key })
    }
  })

  it('the engine share of summaries of several products belongs to the account that asks', async () => {
    const viewer = await on.person('viewer')
    await on.call(viewer, listProducts, { query: { summary: '7d' } })
    expect(shares.at(-1)).toMatchObject({ account: idOf('viewer'), person: idOf('viewer') })
  })
})
