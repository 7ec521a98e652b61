import { sharedLinkPrincipal } from '@footfall/scopes-policy'
import { describeEachDialect, seedProduct } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { admitRequest } from './admission.ts'

const REQUESTS = 3

describeEachDialect('the limits of a shared link', (database) => {
  let ask: (address: string) => ReturnType<typeof admitRequest>
  let other: typeof ask
  beforeEach(async () => {
    const { product } = await seedProduct(database)
    const { rateLimiter } = database.control
    const asking = () => {
      const sections = new Set(['overview'] as const)
      const link = sharedLinkPrincipal({ link: database.ids.share(), product, sections, segment: undefined })
      return (address: string) => admitRequest(link, { rateLimiter, rateLimits: { requests: REQUESTS } }, address)
    }
    ask = asking()
    other = asking()
  })
  const use = async (address: string) => {
    for (let i = 0; i < REQUESTS; i++) await ask(address)
  }
  const refused = (policy: string) => ({
    code: 'rate_limited',
    policies: expect.arrayContaining([expect.objectContaining({ policy, remaining: 0 })]),
  })

  it('limits of a link are those of one credential for each network, which an IPv6 network has for all its addresses', async () => {
    await use('2001:db8:1:2::1')
    await expect(ask('2001:db8:1:2::9')).rejects.toMatchObject(refused('requests'))
    await expect(ask('2001:db8:1:3::1')).resolves.toMatchObject([{ policy: 'requests' }, { policy: 'link-requests' }])
  })

  it('limits of a link are four times as many for all networks together, and none of another link', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) await use(address)
    await expect(ask('192.0.2.5')).rejects.toMatchObject(refused('link-requests'))
    await expect(other('192.0.2.1')).resolves.toHaveLength(2)
  })

  it('limits of a link count a network that is refused for that network alone', async () => {
    await use('192.0.2.1')
    for (let i = 0; i < 4 * REQUESTS; i++) await ask('192.0.2.1').catch(() => {})
    await expect(ask('192.0.2.2')).resolves.toHaveLength(2)
  })
})
