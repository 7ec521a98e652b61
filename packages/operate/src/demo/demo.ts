import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareAccount } from '@footfall/accounts'
import type { Settings } from '@footfall/config'
import {
  type AccountId,
  type AuditEntry,
  type Clock,
  DAY_MS,
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
import type { ControlData } from '@footfall/storage'
import type { Engine } from '@footfall/warehouse'
import { z } from 'zod'
import { generateDemoTraffic } from './traffic/generate.ts'
import { DEMO_MEMBERS, DEMO_PRODUCTS, type DemoProduct } from './traffic/plan.ts'

/** The traffic begins on the day after the products were made. */
const DEMO_DAYS = 91

/** What `DATA_DIR/demo.json` tells; it holds secrets and only its owner may read it. */
export const DemoFile = z.object({
  base_url: z.string(),
  email: z.string(),
  password: z.string(),
  account_token: z.string(),
  products: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(['website', 'docs', 'silent']) })),
  ingest: z.object({
    event_url: z.string(),
    crawls_url: z.string(),
    payments_url: z.string(),
    tracker_url: z.string(),
    product: z.string(),
    keys: z.object({ api: z.string(), payment: z.string(), crawler_intake: z.string() }),
  }),
  created_at: z.string(),
})
export type DemoFile = z.infer<typeof DemoFile>

interface DemoServices {
  readonly settings: Settings
  readonly control: ControlData
  readonly engine: Engine
  readonly clock: Clock
  readonly random: RandomSource
  /** Noted with the demo’s control data, where that is made. */
  readonly entry?: AuditEntry
}

/**
 * Fills an empty database with the demo and answers what it made; on a database that holds the demo already, answers
 * that; on any other, changes nothing and answers undefined.
 */
export async function ensureDemo(services: DemoServices): Promise<DemoFile | undefined> {
  const { settings, control, engine } = services
  const empty = (await control.store.accounts.list()).length === 0
  const demo = empty ? await createDemo(services) : await readDemoFile(settings)
  if (demo === undefined) return undefined
  await generateDemoTraffic(engine, {
    products: demo.products.map(({ id, kind }) => ({ id: id as ProductId, kind })),
    now: Date.parse(demo.created_at),
  })
  return demo
}

/** What an earlier start wrote; undefined when there is no demo in this data directory. */
async function readDemoFile(settings: Settings): Promise<DemoFile | undefined> {
  try {
    return DemoFile.parse(JSON.parse(await readFile(demoPath(settings), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const demoPath = ({ dataDir }: Settings) => join(dataDir, 'demo.json')

/** The file is written before the transaction commits: a crash in between leaves an empty database, and a next try. */
async function createDemo(services: DemoServices): Promise<DemoFile> {
  const { settings, control } = services
  return control.store.transaction(async ({ store }) => {
    const demo = await createControlData(store, services)
    if (services.entry !== undefined) await store.audit.append(services.entry)
    const draft = `${demoPath(settings)}.new`
    await writeFile(draft, `${JSON.stringify(demo, undefined, 2)}\n`, { mode: 0o600 })
    await rename(draft, demoPath(settings))
    return demo
  })
}

async function createControlData(store: WritableStore, { settings, clock, random }: DemoServices): Promise<DemoFile> {
  const ids = idFactory(random)
  const nowMs = clock.now()
  const people = await createPeople(store, clock, random)
  const products: DemoFile['products'] = []
  for (const plan of DEMO_PRODUCTS) {
    const id = ids.product()
    // A little apart, so that lists show them in this order.
    await createProduct(store, ids, plan, id, people, nowMs, timestamp(nowMs - DEMO_DAYS * DAY_MS + products.length))
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
      crawls_url: `${settings.baseUrl}/api/v1/crawls`,
      payments_url: `${settings.baseUrl}/api/v1/payments`,
      tracker_url: `${settings.baseUrl}/js/footfall.js`,
      product: site.id,
      keys: {
        api: (await key('api')).reveal(),
        payment: (await key('payment')).reveal(),
        crawler_intake: (await key('crawler_intake')).reveal(),
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

/** Everyone gets a random password; only the owner's is told. */
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
  ids: IdFactory,
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
  const fresh = { created_at: at, updated_at: at, revision: 1 }
  for (const app of plan.apps) await store.apps.insert(id, { id: ids.app(), ...app, ...fresh })
  for (const { name, steps, window_minutes } of plan.funnels) {
    await store.funnels.insert(id, { id: ids.funnel(), name, steps: [...steps], window_minutes, ...fresh })
  }
  for (const { daysAgo, title, note } of plan.annotations) {
    const date = utcDate(nowMs - daysAgo * DAY_MS)
    await store.annotations.insert(id, {
      id: ids.annotation(),
      date,
      title,
      ...(note === undefined ? {} : { note }),
      ...fresh,
    })
  }
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
    revision: 1,
    updated_at: at,
  }
  await store.productKeys.insert(product, key, stored, { account: issuer, token: undefined })
  return secret
}
