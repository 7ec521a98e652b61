import type { OAuthStores, UnusedLimits } from '../../ports.ts'
import { expect } from '../expect.ts'
import { DAY, HOUR, SECOND, T0 } from '../time.ts'
import { aClient, aCode, aConsent, connected, fresh, hash, ROOMY } from './records.ts'
import type { Rule } from './rule.ts'

export function clientRules(rule: Rule): void {
  rule('finds a client as it was registered, and nothing for an unknown id', async (open) => {
    const { stores } = await open()
    const confidential = aClient()
    const open_ = aClient({ authMethod: 'none', credential: undefined, grantTypes: ['authorization_code'] })
    await stores.clients.register(confidential, ROOMY)
    await stores.clients.register(open_, ROOMY)
    expect(await stores.clients.find(confidential.id)).toEqual(confidential)
    expect(await stores.clients.find(open_.id)).toEqual(open_)
    expect(await stores.clients.find('oc_nobody')).toBeUndefined()
  })

  /** Registered a second apart, in this order. */
  const registered = async (stores: OAuthStores, count: number, limits: Partial<UnusedLimits>, from = T0) => {
    const clients = Array.from({ length: count }, (_, n) => aClient({ registeredAt: from + n * SECOND }))
    for (const client of clients) await stores.clients.register(client, { ...ROOMY, ...limits })
    return clients.map(({ id }) => id)
  }
  const standing = async (stores: OAuthStores, ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => stores.clients.find(id)))
    return ids.filter((_, index) => found[index] !== undefined)
  }
  const allow = async (stores: OAuthStores, clientId: string) => {
    const consent = aConsent({ clientId })
    await stores.consents.add(consent)
    expect(await stores.consents.approve(consent.hash, aCode(consent))).toBe(true)
  }

  rule(
    'removes the oldest unused registrations of a network beyond its limit, and none of other networks',
    async (open) => {
      const { stores } = await open()
      const [network, other] = [hash(fresh('network')), hash(fresh('network'))]
      const elsewhere = [
        ...(await registered(stores, 2, { network: other }, T0 - DAY)),
        ...(await registered(stores, 2, { network: undefined }, T0 - DAY)),
      ]
      const mine = await registered(stores, 10, { network, perNetworkMax: 3 })
      expect(await standing(stores, mine)).toEqual(mine.slice(-3))
      expect(await standing(stores, elsewhere)).toEqual(elsewhere)
    },
  )

  rule('removes several unused registrations if the limit of a network was lowered', async (open) => {
    const { stores } = await open()
    const network = hash(fresh('network'))
    const before = await registered(stores, 5, { network, perNetworkMax: 5 })
    const [added] = await registered(stores, 1, { network, perNetworkMax: 2 }, T0 + HOUR)
    expect(await standing(stores, [...before, added ?? ''])).toEqual([before[4], added])
  })

  rule('neither counts nor removes a registration that got consent', async (open) => {
    const { stores } = await open()
    const network = hash(fresh('network'))
    const [used = '', unused = ''] = await registered(stores, 2, { network })
    await allow(stores, used)
    const [second = ''] = await registered(stores, 1, { network, perNetworkMax: 2 }, T0 + HOUR)
    expect(await standing(stores, [used, unused, second])).toEqual([used, unused, second])
    const [third = ''] = await registered(stores, 1, { network, perNetworkMax: 2 }, T0 + 2 * HOUR)
    expect(await standing(stores, [used, unused, second, third])).toEqual([used, second, third])
  })

  rule('removes the oldest unused registrations beyond the total limit, of whatever network', async (open) => {
    const { stores } = await open()
    // Records of others count too, so that these must be older and the number is counted first.
    const base = T0 - 1000 * DAY
    const [used = '', ...unused] = await registered(stores, 4, { network: hash(fresh('network')) }, base)
    await allow(stores, used)
    const max = await countUnused(stores)
    const [one = ''] = await registered(stores, 1, { network: hash(fresh('network')), max })
    expect(await standing(stores, [used, ...unused, one])).toEqual([used, ...unused.slice(1), one])
    const [two = ''] = await registered(stores, 1, { network: undefined, max })
    expect(await standing(stores, [used, ...unused, one, two])).toEqual([used, ...unused.slice(2), one, two])
    expect(await countUnused(stores)).toBe(max)
  })

  rule('exceeds no limit and rejects no client if many register concurrently on two handles', async (open) => {
    const { stores, other = stores } = await open()
    const network = hash(fresh('network'))
    await registered(stores, 3, {}, T0 - 2000 * DAY)
    const max = await countUnused(stores)
    const clients = Array.from({ length: 12 }, () => aClient({ registeredAt: T0 + DAY }))
    await Promise.all(
      clients.map((client, index) =>
        (index % 2 ? stores : other).clients.register(client, { network, perNetworkMax: 3, max: max + 2 }),
      ),
    )
    const ids = clients.map(({ id }) => id)
    expect(await standing(stores, ids)).toHaveLength(3)
    expect(await countUnused(stores)).toBe(max + 2)
  })

  rule('lists clients newest first, in pages', async (open) => {
    const { stores } = await open()
    const late = T0 + 10_000 * DAY
    const clients = [3, 1, 2].map((n) => aClient({ registeredAt: late + n, expiresAt: late + DAY }))
    for (const client of clients) await stores.clients.register(client, ROOMY)
    const [third, first, second] = clients
    const page = await stores.clients.list({ limit: 2 })
    expect(page).toEqual([third, second])
    expect(await stores.clients.list({ limit: 1, after: second?.id })).toEqual([first])
    for (const { id } of clients) await stores.clients.remove(id, T0)
  })

  rule('removes a registration and revokes all connections of its client id, registered or not', async (open) => {
    const { stores } = await open()
    const client = aClient()
    await stores.clients.register(client, ROOMY)
    const mine = await connected(stores, {}, { clientId: client.id })
    const other = await connected(stores)
    expect(await stores.clients.remove(client.id, T0 + 5)).toBe(true)
    expect(await stores.clients.find(client.id)).toBeUndefined()
    expect((await stores.connections.find(mine.connection.id))?.revokedAt).toBe(T0 + 5)
    expect((await stores.connections.find(other.connection.id))?.revokedAt).toBeUndefined()
    expect(await stores.clients.remove(client.id, T0 + 6)).toBe(false)
    expect(await stores.clients.remove(other.connection.clientId, T0 + 6)).toBe(true)
  })
}

async function countUnused(stores: OAuthStores): Promise<number> {
  let count = 0
  let after: string | undefined
  for (;;) {
    const page = await stores.clients.list({ limit: 100, after })
    count += page.filter(({ firstAllowedAt }) => firstAllowedAt === undefined).length
    after = page.at(-1)?.id
    if (after === undefined) return count
  }
}
