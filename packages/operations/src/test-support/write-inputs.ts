import { totpCode, totpStep } from '@footfall/accounts'
import { LocalDate, type Segment, timestamp } from '@footfall/core-domain'
import { seedConnection, seedFunnel, seedReport, seedSharedLink, softwareAuthenticator } from '@footfall/testkit'
import { createApp } from '../features/apps/create.ts'
import type { CallingScenario, Input } from './caller.ts'

/** Inputs of one write, on a scenario of its own. */
export interface WriteInputs {
  readonly good: Input
  /** Another input that is good; absent where a write has only one. */
  readonly other?: Input
  /** An input that the state refuses, with the code of the refusal. */
  readonly refused?: Input & { readonly code: string; readonly withoutQuota?: true }
  /** What is gone afterwards, so that even a replay is refused. */
  readonly removes?: 'product' | 'account'
}

type Prepare = (on: CallingScenario) => Promise<WriteInputs> | WriteInputs

const funnel = {
  name: 'Signup',
  steps: [
    { kind: 'page', match: '/' },
    { kind: 'event', match: 'Signup' },
  ],
  window_minutes: 60,
}
const app = { platform: 'ios', name: 'App', bundle_id: 'com.example.app' }
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

const segment = (name: string): Pick<Segment, 'name' | 'filters'> => ({
  name,
  filters: [{ dimension: 'page', operator: 'is', values: ['/pricing'] }],
})

const replacing = (good: object, other: object): Prepare => {
  const stale = { body: { ...good, revision: 999 }, code: 'revision_conflict' }
  return () => ({ good: { body: good }, other: { body: other }, refused: stale })
}
const creating = (good: object, other: object): Prepare => {
  const refused = { body: good, code: 'quota_exceeded', withoutQuota: true } as const
  return () => ({ good: { body: good }, other: { body: other }, refused })
}

async function importOf({ database, product }: CallingScenario, status: 'uploaded' | 'complete'): Promise<Input> {
  const id = database.ids.import()
  const at = timestamp(database.clock.now())
  const record = {
    id,
    product,
    source: 'footfall' as const,
    from: null,
    to: null,
    rows: 3,
    status,
    created_at: at,
    file_name: 'history.ndjson',
    uploaded: false,
    site: null,
    format: 'ndjson' as const,
    skip_invalid: false,
    content: id,
    percent: 0,
    problem: null,
    left_out: [],
    beyond_retention: null,
    updated_at: at,
  }
  await database.store.transaction((tx) => tx.store.imports.insert(record))
  return { path: { import: id } }
}

async function shareOf({ database, product }: CallingScenario): Promise<Input> {
  return { path: { share: (await seedSharedLink(database, product)).id } }
}

async function annotationOf({ database, product }: CallingScenario): Promise<Input> {
  const id = database.ids.annotation()
  const at = timestamp(database.clock.now())
  const date = LocalDate.parse('2026-11-01')
  const made = { id, date, title: 'Launch', created_at: at, revision: 1, updated_at: at }
  await database.store.annotations.insert(product, made)
  return { path: { annotation_id: id } }
}

async function segmentOf({ database, product }: CallingScenario): Promise<Input> {
  const id = database.ids.segment()
  const at = timestamp(database.clock.now())
  const made = { id, ...segment('Pricing'), created_at: at, revision: 1, updated_at: at }
  await database.store.segments.insert(product, made)
  return { path: { segment: id } }
}

async function invitationOf({ database, product, people }: CallingScenario, email: string): Promise<Input> {
  const id = database.ids.member()
  const invited = { id, email, role: 'viewer', account: undefined, invitedBy: people.owner.account.id } as const
  await database.store.members.insert(product, { ...invited, at: timestamp(database.clock.now()) })
  return { path: { member: id } }
}

async function appOf({ database, product }: CallingScenario): Promise<Input> {
  const id = database.ids.app()
  const at = timestamp(database.clock.now())
  const made = { name: 'App', bundle_id: 'com.example', created_at: at, revision: 1, updated_at: at }
  await database.store.apps.insert(product, { ...made, id, platform: 'ios' })
  return { path: { app_id: id } }
}

const report = {
  name: 'Weekly',
  schedule: { every: 'week', weekday: 1, hour: 8 },
  target: { kind: 'email', addresses: ['reader@example.com'] },
}

const alert = { name: 'Spikes', rule: { kind: 'spike' }, target: report.target }

async function alertOf({ database, product }: CallingScenario): Promise<Input> {
  const id = database.ids.alert()
  const at = timestamp(database.clock.now())
  await database.store.alerts.insert({
    id,
    product,
    name: 'Spikes',
    rule: { kind: 'spike', span: 'hour', percent: 100, minimum: 50 },
    target: { kind: 'email', addresses: ['reader@example.com'] },
    due_at: at,
    active_since: undefined,
    last_judgement: undefined,
    created_at: at,
    revision: 1,
    updated_at: at,
  })
  return { path: { alert: id } }
}

async function reportOf({ database, product }: CallingScenario): Promise<Input> {
  return { path: { report: (await seedReport(database, { product })).id } }
}

async function accountReportOf({ database, people }: CallingScenario): Promise<Input> {
  return { path: { report: (await seedReport(database, { account: people.owner.account.id })).id } }
}

/** A setup of an authenticator app, with its first code. */
async function authenticatorOf({ database, services, people }: CallingScenario): Promise<Input> {
  const { setup, secret } = services.factors.setUpAuthenticator(people.owner.account)
  return { body: { setup, code: totpCode(secret, totpStep(database.clock.now())) } }
}

async function passkeyOf({ services, people }: CallingScenario, name: string): Promise<Input> {
  const { setup, options } = await services.factors.setUpPasskey(people.owner.account, services.store)
  const ceremony = { challenge: String(options.challenge), origin: services.baseUrl }
  return { body: { setup, name, response: softwareAuthenticator().create(ceremony) } }
}

/** The owner has a passkey and an authenticator app. */
async function withFactors({ database, people }: CallingScenario): Promise<Input> {
  const account = people.owner.account.id
  const id = database.ids.passkey()
  const at = timestamp(database.clock.now())
  await database.store.transaction(async ({ store: { secondFactors } }) => {
    await secondFactors.insertAuthenticator({ account, sealed_secret: 's', last_step: 0, created_at: at })
    await secondFactors.insertPasskey({
      id,
      account,
      name: 'Laptop',
      credential_id: id,
      public_key: 'k',
      counter: 0,
      transports: [],
      created_at: at,
      last_used_at: undefined,
    })
  })
  return { path: { passkey_id: id } }
}

async function tokenOf(on: CallingScenario): Promise<Input> {
  return { path: { token_id: (await on.token({ scopes: ['team:read'] })).token.id } }
}

/** By operation name. Writes of Search Console need a provider, and are not here. */
export const WRITE_INPUTS: Readonly<Record<string, Prepare>> = {
  service_products_create: creating({ name: 'New', domain: 'Bücher.example' }, { name: 'Newer' }),
  dashboard_visitors_erase: replacing({ visitor: 'ada' }, { visitor: 'bo' }),
  service_products_update: replacing({ name: 'Renamed' }, { name: 'Renamed again' }),
  service_domains_update: replacing(domains('example.com'), domains('example.org')),
  service_apps_create: async ({ owner, confirm }) => {
    const taken = { body: { ...app, name: 'Taken', bundle_id: 'com.example.taken' } }
    await confirm(owner, createApp, taken)
    return {
      good: { body: app },
      other: { body: { ...app, bundle_id: 'com.example.other' } },
      refused: { ...taken, code: 'already_exists' },
    }
  },
  service_events_update: replacing(events('Signup'), events('Purchase')),
  service_preferences_update: replacing({ currency: 'USD' }, { currency: 'CHF' }),
  service_shields_update: replacing(shields('192.0.2.0/24'), shields('198.51.100.0/24')),
  service_crawlers_update: replacing({ track: { search: false } }, { enabled: false }),
  service_funnels_create: creating(funnel, { ...funnel, window_minutes: 61 }),
  service_funnels_update: async ({ database, product }) => {
    const path = { funnel_id: (await seedFunnel(database, product)).id }
    return {
      good: { path, body: { ...funnel, name: 'Changed' } },
      other: { path, body: { ...funnel, name: 'Changed otherwise' } },
      refused: { path, body: { ...funnel, revision: 999 }, code: 'revision_conflict' },
    }
  },
  service_funnels_delete: async ({ database, product }) => ({
    good: { path: { funnel_id: (await seedFunnel(database, product)).id } },
    other: { path: { funnel_id: (await seedFunnel(database, product)).id } },
    refused: { path: { funnel_id: 'fnl_gone' }, code: 'not_found' },
  }),
  service_team_invite: creating(
    { email: 'New@Example.com', role: 'viewer' },
    { email: 'newer@example.com', role: 'admin' },
  ),
  service_team_update: ({ people: { viewer, owner } }) => ({
    good: { path: { member: viewer.member }, body: { role: 'editor' } },
    other: { path: { member: viewer.member }, body: { role: 'admin' } },
    refused: { path: { member: owner.member }, body: { role: 'viewer' }, code: 'role_forbidden' },
  }),
  service_team_remove: ({ people: { viewer, editor, owner } }) => ({
    good: { path: { member: viewer.member } },
    other: { path: { member: editor.member } },
    refused: { path: { member: owner.member }, code: 'role_forbidden' },
  }),
  dashboard_invitations_send: async (on) => ({
    good: await invitationOf(on, 'open@example.com'),
    other: await invitationOf(on, 'other@example.com'),
    refused: { path: { member: on.people.viewer.member }, code: 'not_found' },
  }),
  service_keys_create: creating({ name: 'Key', scopes: ['analytics:read'] }, { name: 'Key', scopes: ['funnels:read'] }),
  service_keys_revoke: async (on) => ({
    good: { path: { key_id: (await on.key()).key.id } },
    other: { path: { key_id: (await on.key()).key.id } },
    refused: { path: { key_id: 'key_gone' }, code: 'not_found' },
  }),
  service_tokens_create: creating(
    { name: 'Child', scopes: ['analytics:read'], products: { mode: 'all' } },
    { name: 'Child', scopes: ['products:read'], products: { mode: 'all' } },
  ),
  service_tokens_revoke: async (on) => {
    const child = async () => (await on.token({ scopes: ['analytics:read'], parent: on.owner.token })).token.id
    const unrelated = await on.token({ scopes: ['analytics:read'] })
    return {
      good: { path: { token_id: await child() } },
      other: { path: { token_id: await child() } },
      refused: { path: { token_id: unrelated.token.id }, code: 'not_found' },
    }
  },
  dashboard_annotations_create: () => ({ good: { body: { date: '2026-11-01', title: 'Launch' } } }),
  dashboard_annotations_update: async (on) => ({ good: { ...(await annotationOf(on)), body: { title: 'Relaunch' } } }),
  dashboard_annotations_delete: async (on) => ({ good: await annotationOf(on) }),
  dashboard_segments_create: () => ({ good: { body: segment('Pricing') } }),
  dashboard_segments_update: async (on) => ({ good: { ...(await segmentOf(on)), body: { name: 'Saw pricing' } } }),
  dashboard_segments_delete: async (on) => ({ good: await segmentOf(on) }),
  dashboard_alerts_create: () => ({ good: { body: alert } }),
  dashboard_alerts_update: async (on) => ({ good: { ...(await alertOf(on)), body: { name: 'Renamed' } } }),
  dashboard_alerts_test: async (on) => ({ good: await alertOf(on) }),
  dashboard_alerts_delete: async (on) => ({ good: await alertOf(on) }),
  dashboard_reports_create: () => ({ good: { body: report } }),
  dashboard_reports_update: async (on) => ({ good: { ...(await reportOf(on)), body: { name: 'Renamed' } } }),
  dashboard_reports_delete: async (on) => ({ good: await reportOf(on) }),
  dashboard_reports_send: async (on) => ({ good: await reportOf(on) }),
  dashboard_account_reports_create: () => ({ good: { body: { ...report, timezone: 'Europe/Berlin' } } }),
  dashboard_account_reports_update: async (on) => ({
    good: { ...(await accountReportOf(on)), body: { name: 'Renamed' } },
  }),
  dashboard_account_reports_delete: async (on) => ({ good: await accountReportOf(on) }),
  dashboard_account_reports_send: async (on) => ({ good: await accountReportOf(on) }),
  dashboard_apps_delete: async (on) => ({ good: await appOf(on) }),
  dashboard_products_delete: () => ({ good: { body: { name: 'Example' } }, removes: 'product' }),
  dashboard_keys_create_intake: () => ({ good: { body: { name: 'Checkout', kind: 'payment' } } }),
  dashboard_tokens_update: async (on) => ({ good: { ...(await tokenOf(on)), body: { name: 'Renamed' } } }),
  dashboard_tokens_replace: async (on) => ({ good: { ...(await tokenOf(on)), body: {} } }),
  dashboard_connections_revoke: async ({ database, people, product }) => ({
    good: { path: { connection_id: await seedConnection(database, people.owner.account.id, [product]) } },
  }),
  dashboard_account_delete: async ({ database, people: { owner, admin }, product }) => {
    await database.store.members.setRole(product, admin.member, 'owner', timestamp(database.clock.now()))
    return { good: { body: { email: owner.account.email } }, removes: 'account' }
  },
  dashboard_authenticator_add: async (on) => ({ good: await authenticatorOf(on) }),
  dashboard_authenticator_remove: async (on) => {
    await withFactors(on)
    return { good: {} }
  },
  dashboard_passkeys_add: async (on) => ({ good: await passkeyOf(on, 'Laptop') }),
  dashboard_passkeys_remove: async (on) => ({ good: await withFactors(on) }),
  dashboard_recovery_codes_replace: async (on) => {
    await withFactors(on)
    return { good: {} }
  },
  dashboard_sessions_end: async (on) => ({ good: { path: { session_id: (await on.session('owner')).id } } }),
  dashboard_sessions_end_others: async (on) => {
    await on.session('owner')
    return { good: {} }
  },
  dashboard_imports_start: async (on) => ({ good: await importOf(on, 'uploaded') }),
  dashboard_imports_remove: async (on) => ({ good: await importOf(on, 'complete') }),
  dashboard_shares_create: () => ({ good: { body: { name: 'For Ada', sections: ['overview'] } } }),
  dashboard_shares_update: async (on) => ({ good: { ...(await shareOf(on)), body: { name: 'For Bob' } } }),
  dashboard_shares_end: async (on) => ({ good: await shareOf(on) }),
  dashboard_account_update: () => ({ good: { body: { name: 'Renamed' } } }),
}

/** Seeds what the write needs, and answers its inputs. */
export async function writeInputs({ name }: { readonly name: string }, on: CallingScenario): Promise<WriteInputs> {
  const prepare = WRITE_INPUTS[name]
  if (prepare === undefined) throw new Error(`WRITE_INPUTS lacks ${name}`)
  return prepare(on)
}

/** The same for a write that machines may call, which has every kind of input. */
export async function toolInputs(
  operation: { readonly name: string },
  on: CallingScenario,
): Promise<Required<Omit<WriteInputs, 'removes'>>> {
  const { good, other, refused } = await writeInputs(operation, on)
  if (other === undefined || refused === undefined) throw new Error(`WRITE_INPUTS of ${operation.name} is incomplete`)
  return { good, other, refused }
}
