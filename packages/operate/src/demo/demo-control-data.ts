import { prepareAccount } from '@footfall/accounts'
import type { Settings } from '@footfall/config'
import {
  type AccountId,
  type Clock,
  DAY_MS,
  demoProperty,
  type IdFactory,
  idFactory,
  mintSecret,
  type ProductId,
  type ProductKey,
  type RandomSource,
  type Secret,
  type Timestamp,
  timestamp,
  utcDate,
  type WritableStore,
} from '@footfall/core-domain'
import { issueRootToken } from '@footfall/operations'
import { SCOPES } from '@footfall/scopes-policy'
import type { DemoFile } from './demo-file.ts'
import { DEMO_MEMBERS, DEMO_PRODUCTS, type DemoProduct } from './traffic/plan.ts'

/** The traffic begins on the day after the products were created. */
const DEMO_DAYS = 91

const VISITOR_KEY_BYTES = 32

interface DemoControlDependencies {
  readonly settings: Pick<Settings, 'baseUrl'>
  readonly clock: Clock
  readonly random: RandomSource
}

/** Creates the accounts, products, keys and settings of the demo. */
export async function createDemoControlData(
  store: WritableStore,
  { settings, clock, random }: DemoControlDependencies,
): Promise<DemoFile> {
  const ids = idFactory(random)
  const nowMs = clock.now()
  const people = await createPeople(store, clock, random)
  const products: DemoFile['products'] = []
  for (const plan of DEMO_PRODUCTS) {
    const id = ids.product()
    // A millisecond apart, so that lists show them in this order.
    await createProduct(
      store,
      { ids, random },
      plan,
      id,
      people,
      nowMs,
      timestamp(nowMs - DEMO_DAYS * DAY_MS + products.length),
    )
    products.push({ id, name: plan.name, kind: plan.kind })
  }
  const { secret } = await issueRootToken(
    people.owner.id,
    { name: 'Demo token', scopes: [...SCOPES], products: { mode: 'all' } },
    { store, clock, random, ids },
  )
  const site = products[0]
  if (site === undefined) throw new Error('The demo has no product.')
  const key = (kind: ProductKey['kind']) =>
    createKey(store, ids, random, site.id as ProductId, kind, people.owner.id, timestamp(nowMs))
  return {
    base_url: settings.baseUrl,
    email: people.owner.email,
    password: people.owner.password,
    account_token: secret.reveal(),
    products,
    ingest: {
      event_url: `${settings.baseUrl}/api/event`,
      events_url: `${settings.baseUrl}/api/events`,
      crawls_url: `${settings.baseUrl}/api/v1/crawls`,
      payments_url: `${settings.baseUrl}/api/v1/payments`,
      tracker_url: `${settings.baseUrl}/js/footfall.js`,
      product: site.id,
      keys: {
        api: (await key('api')).reveal(),
        payment: (await key('payment')).reveal(),
        crawler_intake: (await key('crawler_intake')).reveal(),
        ingest: (await key('ingest')).reveal(),
      },
    },
    created_at: timestamp(nowMs),
  }
}

type TeamMember = (typeof DEMO_MEMBERS)[number] & { readonly account: AccountId | undefined }

interface People {
  readonly owner: { readonly id: AccountId; readonly email: string; readonly password: string }
  readonly members: readonly TeamMember[]
}

/** Every account gets a random password; only the owner's is kept. */
async function createPeople(store: WritableStore, clock: Clock, random: RandomSource): Promise<People> {
  let owner: People['owner'] | undefined
  const members: TeamMember[] = []
  for (const person of DEMO_MEMBERS) {
    if (person.status === 'invited') {
      members.push({ ...person, account: undefined })
      continue
    }
    const { account, password, write } = await prepareAccount(
      { clock, random },
      { email: person.email, name: person.name },
    )
    await write(store)
    if (person.role === 'owner' && password !== undefined) owner = { id: account.id, email: account.email, password }
    else members.push({ ...person, account: account.id })
  }
  if (owner === undefined) throw new Error('The demo has no owner.')
  return { owner, members }
}

async function createProduct(
  store: WritableStore,
  { ids, random }: { readonly ids: IdFactory; readonly random: RandomSource },
  plan: DemoProduct,
  id: ProductId,
  { owner, members }: People,
  nowMs: number,
  at: Timestamp,
): Promise<void> {
  await store.products.insert(
    { id, name: plan.name, timezone: plan.timezone, created_at: at },
    { member: ids.member(), account: owner.id },
  )
  for (const { email, role, account } of members)
    await store.members.insert(id, { id: ids.member(), email, role, account, at })
  await store.settings.put(id, 'domains', plan.domains, at)
  await store.settings.put(id, 'events', plan.events, at)
  await store.settings.put(id, 'preferences', plan.preferences, at)
  await store.settings.put(id, 'shields', plan.shields, at)
  await store.settings.put(id, 'crawlers', plan.crawlers, at)
  if (plan.preferences.visitor_identity === 'identified')
    await store.visitorKeys.create(id, random.bytes(VISITOR_KEY_BYTES), at)
  const fresh = { created_at: at, updated_at: at, revision: 1 }
  if (plan.kind === 'website') await connectSearchConsole(store, plan, id, at)
  for (const app of plan.apps) await store.apps.insert(id, { id: ids.app(), ...app, ...fresh })
  for (const { name, steps, window_minutes } of plan.funnels) {
    await store.funnels.insert(id, { id: ids.funnel(), name, steps: [...steps], window_minutes, ...fresh })
  }
  for (const segment of plan.segments) {
    await store.segments.insert(id, { id: ids.segment(), name: segment.name, filters: segment.filters, ...fresh })
  }
  for (const { daysAgo, ...annotation } of plan.annotations) {
    const date = utcDate(nowMs - daysAgo * DAY_MS)
    await store.annotations.insert(id, {
      id: ids.annotation(),
      date,
      ...annotation,
      ...fresh,
    })
  }
}

/** Access that opens nothing: when the connection ends, there is nothing to give back. */
const NO_ACCESS = ''

async function connectSearchConsole(
  store: WritableStore,
  { domains }: DemoProduct,
  product: ProductId,
  at: Timestamp,
): Promise<void> {
  const property = demoProperty(domains.domains[0]?.hostname ?? '')
  await store.integrations.put({
    product,
    provider: 'google_search_console',
    status: 'connected',
    detail: 'Demo data: it is made up, and nothing is read from Google.',
    property,
    properties: [property],
    refresh_token: NO_ACCESS,
    synced_at: undefined,
    sync_requested_at: undefined,
    updated_at: at,
  })
}

async function createKey(
  store: WritableStore,
  ids: IdFactory,
  random: RandomSource,
  product: ProductId,
  kind: ProductKey['kind'],
  issuer: AccountId,
  at: Timestamp,
): Promise<Secret> {
  const { secret, stored } = mintSecret('website_key', random)
  const key: Omit<ProductKey, 'issued_by'> = {
    id: ids.productKey(),
    name: `Demo ${kind.replace('_', ' ')} key`,
    kind,
    scopes: kind === 'api' ? ['analytics:read', 'funnels:read'] : [],
    prefix: stored.prefix,
    status: 'active',
    created_at: at,
    last_used_at: null,
    allowed_networks: [],
    last_used_network: null,
    last_used_operation: null,
    revision: 1,
    updated_at: at,
  }
  await store.productKeys.insert(product, key, stored, { account: issuer, token: undefined })
  return secret
}
