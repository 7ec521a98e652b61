import type { ProductId } from '@footfall/core-domain'
import { SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, type SeededToken, seedProduct, seedToken, type TestDatabase } from '@footfall/testkit'
import type { Served } from './test-support.ts'

/** A product with people in every role and a token of its owner that may do everything. */
export interface Stage {
  readonly database: TestDatabase
  readonly seeded: SeededProduct
  readonly product: ProductId
  readonly owner: SeededToken
}

export async function stage(database: TestDatabase): Promise<Stage> {
  const seeded = await seedProduct(database)
  const owner = await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })
  return { database, seeded, product: seeded.product, owner }
}

export interface Sent {
  readonly path: string
  readonly body?: unknown
}

export interface WriteScenario {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly creates: boolean
  /** A change that is fine, another that is fine too, and one that the state of things refuses. */
  prepare(stage: Stage): Promise<{ good: Sent; other: Sent; refused: Sent; code: string; withoutQuota?: true }>
}

const at = (product: string, rest = '') => `/api/v1/products/${product}${rest}`
const funnel = {
  name: 'Signup',
  steps: [
    { kind: 'page', match: '/' },
    { kind: 'event', match: 'Signup' },
  ],
  window_minutes: 60,
}
const domains = (hostname: string) => ({ domains: [{ hostname, primary: true }] })
const events = (name: string) => ({
  events: [{ name, kind: 'custom', goal: true, revenue: false }],
  auto_capture: { outbound_links: true, file_downloads: false, form_submissions: true, scroll_depth: true },
})
const shields = (cidr: string) => ({
  addresses: [{ cidr }],
  countries: [{ code: 'AQ' }],
  paths: [],
  hostnames: { mode: 'block', patterns: [] },
  referrers: [],
})
const stale = { revision: 999 }

const replacing = (method: WriteScenario['method'], path: string, good: object, other: object): WriteScenario => ({
  method,
  creates: false,
  async prepare({ product }) {
    const to = at(product, path)
    return {
      good: { path: to, body: good },
      other: { path: to, body: other },
      refused: { path: to, body: { ...good, ...stale } },
      code: 'revision_conflict',
    }
  },
})

const creating = (path: (product: string) => string, good: object, other: object): WriteScenario => ({
  method: 'POST',
  creates: true,
  async prepare({ product }) {
    const to = path(product)
    return {
      good: { path: to, body: good },
      other: { path: to, body: other },
      refused: { path: to, body: good },
      code: 'quota_exceeded',
      withoutQuota: true,
    }
  },
})

async function seedFunnel({ database, product }: Stage): Promise<string> {
  const id = database.ids.funnel()
  const now = new Date(database.clock.now()).toISOString() as never
  await database.store.funnels.insert(product, {
    id,
    ...funnel,
    created_at: now,
    revision: 1,
    updated_at: now,
  } as never)
  return id
}

/** One scenario for each write of the interface; the registry test fails where one is missing. */
export function writeScenarios(served: () => Served): Readonly<Partial<Record<string, WriteScenario>>> {
  /** Makes a thing through the interface itself and answers its id. */
  const made = async (owner: SeededToken, path: string, body: object, key: string): Promise<string> => {
    const { body: answer } = await served().send('POST', path, JSON.stringify(body), {
      authorization: `Bearer ${owner.secret}`,
      'content-type': 'application/json',
      'service-confirm': 'true',
      'idempotency-key': key,
    })
    return answer.data.result.id
  }

  return {
    service_products_create: creating(
      () => '/api/v1/products',
      { name: 'New', domain: 'Bücher.example' },
      { name: 'Newer' },
    ),
    service_products_update: replacing('PATCH', '', { name: 'Renamed' }, { name: 'Renamed again' }),
    service_domains_update: replacing('PUT', '/domains', domains('example.com'), domains('example.org')),
    service_apps_create: {
      method: 'POST',
      creates: true,
      async prepare({ owner, product }) {
        const to = at(product, '/apps')
        const app = { platform: 'ios', name: 'App', bundle_id: 'com.example.app' }
        await made(owner, to, { ...app, bundle_id: 'com.example.taken' }, 'prepare')
        return {
          good: { path: to, body: app },
          other: { path: to, body: { ...app, bundle_id: 'com.example.other' } },
          refused: { path: to, body: { ...app, bundle_id: 'com.example.taken' } },
          code: 'already_exists',
        }
      },
    },
    service_events_update: replacing('PUT', '/events', events('Signup'), events('Purchase')),
    service_preferences_update: replacing('PATCH', '/preferences', { currency: 'USD' }, { currency: 'CHF' }),
    service_shields_update: replacing('PUT', '/shields', shields('192.0.2.0/24'), shields('198.51.100.0/24')),
    service_crawlers_update: replacing('PATCH', '/crawlers', { track: { search: false } }, { enabled: false }),
    service_funnels_create: creating((product) => at(product, '/funnels'), funnel, { ...funnel, window_minutes: 61 }),
    service_funnels_update: {
      method: 'PUT',
      creates: false,
      async prepare(on) {
        const path = at(on.product, `/funnels/${await seedFunnel(on)}`)
        const good = { ...funnel, name: 'Changed' }
        return {
          good: { path, body: good },
          other: { path, body: { ...funnel, name: 'Changed otherwise' } },
          refused: { path, body: { ...good, ...stale } },
          code: 'revision_conflict',
        }
      },
    },
    service_funnels_delete: {
      method: 'DELETE',
      creates: false,
      async prepare(on) {
        const [one, two] = [await seedFunnel(on), await seedFunnel(on)]
        return {
          good: { path: at(on.product, `/funnels/${one}`) },
          other: { path: at(on.product, `/funnels/${two}`) },
          refused: { path: at(on.product, '/funnels/fnl_gone') },
          code: 'not_found',
        }
      },
    },
    service_team_invite: creating(
      (product) => at(product, '/members'),
      { email: 'New@Example.com', role: 'viewer' },
      { email: 'newer@example.com', role: 'admin' },
    ),
    service_team_update: {
      method: 'PATCH',
      creates: false,
      async prepare({ product, seeded }) {
        const path = (role: 'viewer' | 'owner') => at(product, `/members/${seeded.people[role].member}`)
        return {
          good: { path: path('viewer'), body: { role: 'editor' } },
          other: { path: path('viewer'), body: { role: 'admin' } },
          refused: { path: path('owner'), body: { role: 'viewer' } },
          code: 'role_forbidden',
        }
      },
    },
    service_team_remove: {
      method: 'DELETE',
      creates: false,
      async prepare({ product, seeded }) {
        const path = (role: 'viewer' | 'editor' | 'owner') => at(product, `/members/${seeded.people[role].member}`)
        return {
          good: { path: path('viewer') },
          other: { path: path('editor') },
          refused: { path: path('owner') },
          code: 'role_forbidden',
        }
      },
    },
    service_keys_create: creating(
      (product) => at(product, '/keys'),
      { name: 'Key', scopes: ['analytics:read'] },
      { name: 'Key', scopes: ['funnels:read'] },
    ),
    service_keys_revoke: {
      method: 'DELETE',
      creates: false,
      async prepare({ owner, product }) {
        const to = at(product, '/keys')
        const key = { name: 'Key', scopes: ['analytics:read'] }
        const [one, two] = [await made(owner, to, key, 'prepare-1'), await made(owner, to, key, 'prepare-2')]
        return {
          good: { path: `${to}/${one}` },
          other: { path: `${to}/${two}` },
          refused: { path: `${to}/key_gone` },
          code: 'not_found',
        }
      },
    },
    service_tokens_create: creating(
      () => '/api/v1/access-tokens',
      { name: 'Child', scopes: ['analytics:read'], products: { mode: 'all' } },
      { name: 'Child', scopes: ['products:read'], products: { mode: 'all' } },
    ),
    service_tokens_revoke: {
      method: 'DELETE',
      creates: false,
      async prepare({ database, owner, seeded }) {
        const child = async () =>
          (await seedToken(database, seeded.people.owner.account, { scopes: ['analytics:read'], parent: owner.token }))
            .token.id
        const stranger = (await seedToken(database, seeded.people.owner.account, { scopes: ['analytics:read'] })).token
          .id
        const to = '/api/v1/access-tokens/'
        return {
          good: { path: to + (await child()) },
          other: { path: to + (await child()) },
          refused: { path: to + stranger },
          code: 'not_found',
        }
      },
    },
  }
}
