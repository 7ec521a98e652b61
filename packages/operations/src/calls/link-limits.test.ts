import type { ProductId } from '@footfall/core-domain'
import { sharedLinkPrincipal } from '@footfall/scopes-policy'
import { describeEachDialect, seedProduct } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { admitRequest } from './admission.ts'

const REQUESTS = 3

describeEachDialect('the limits of a shared link', (database) => {
  let ask: (address: string) => ReturnType<typeof admitRequest>
  /** By a link of another account, and by another link of the same one. */
  let other: typeof ask
  let sibling: typeof ask
  beforeEach(async () => {
    const { product } = await seedProduct(database)
    ask = asking(product)
    other = asking((await seedProduct(database)).product)
    sibling = asking(product)
  })
  const asking = (product: ProductId) => {
    const { store, rateLimiter } = database.control
    const sections = new Set(['overview'] as const)
    const link = sharedLinkPrincipal({ link: database.ids.share(), product, sections, segment: undefined })
    return (address: string) => admitRequest(link, { store, rateLimiter, rateLimits: { requests: REQUESTS } }, address)
  }
  const use = async (address: string) => {
    for (let i = 0; i < REQUESTS; i++) await ask(address)
  }
  const rejected = (policy: string) => ({
    code: 'rate_limited',
    policies: expect.arrayContaining([expect.objectContaining({ policy, remaining: 0 })]),
  })

  it('a shared link has the limits of one credential for each network, and an IPv6 network counts as one', async () => {
    await use('2001:db8:1:2::1')
    await expect(ask('2001:db8:1:2::9')).rejects.toMatchObject(rejected('requests'))
    await expect(ask('2001:db8:1:3::1')).resolves.toMatchObject([
      { policy: 'requests' },
      { policy: 'link-requests' },
      { policy: 'account-link-requests' },
    ])
  })

  it('a shared link has four times its limits for all networks together, and does not use up those of other links', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) await use(address)
    await expect(ask('192.0.2.5')).rejects.toMatchObject(rejected('link-requests'))
    await expect(other('192.0.2.1')).resolves.toHaveLength(3)
  })

  it('the links of an account that owns products count together', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2']) await use(address)
    for (let i = 0; i < 2 * REQUESTS; i++) await sibling(`198.51.100.${i}`)
    await expect(sibling('203.0.113.1')).rejects.toMatchObject(rejected('account-link-requests'))
    await expect(other('203.0.113.1')).resolves.toHaveLength(3)
  })

  it('a network beyond the limits of a link does not count for other networks', async () => {
    await use('192.0.2.1')
    for (let i = 0; i < 4 * REQUESTS; i++) await ask('192.0.2.1').catch(() => {})
    await expect(ask('192.0.2.2')).resolves.toHaveLength(3)
  })
})
