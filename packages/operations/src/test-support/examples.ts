import { totpCode, totpStep } from '@footfall/accounts'
import { existing, type Filter, LocalDate, timestamp } from '@footfall/core-domain'
import {
  seedConnection,
  seedFunnel,
  seedReport,
  seedSharedLink,
  seedTrust,
  softwareAuthenticator,
} from '@footfall/testkit'
import type { Example, ExampleValues, Given } from '../definition/example.ts'
import type { WriteOperation } from '../definition/operation.ts'
import { updateProduct } from '../features/products/update.ts'
import { updateToken } from '../features/tokens/update.ts'
import { type CallingScenario, type Input, MISSING_IDS } from './caller.ts'

/** Inputs of one write, on a separate scenario. */
export interface WriteInputs {
  readonly good: Input
  /** Of the second example. */
  readonly other?: Input
}

type RejectedInput = Input & { readonly code: string; readonly withoutQuota?: true }

const TARGET = { kind: 'email', addresses: ['reader@example.com'] } as const
const FILTERS: Filter[] = [{ dimension: 'page', operator: 'is', values: ['/pricing'] }]

/** How to create what an example is given; each returns the id. */
const CREATE: Readonly<Record<Given, (on: CallingScenario) => Promise<string>>> = {
  'account report': async ({ database, people }) =>
    (await seedReport(database, { account: people.owner.account.id })).id,
  async alert({ database, product }) {
    const id = database.ids.alert()
    const at = timestamp(database.clock.now())
    await database.store.alerts.insert({
      id,
      product,
      name: 'Spikes',
      rule: { kind: 'spike', span: 'hour', percent: 100, minimum: 50 },
      target: TARGET,
      due_at: at,
      active_since: undefined,
      last_judgement: undefined,
      created_at: at,
      revision: 1,
      updated_at: at,
    })
    return id
  },
  async annotation({ database, product }) {
    const id = database.ids.annotation()
    const at = timestamp(database.clock.now())
    const date = LocalDate.parse('2026-11-01')
    const annotation = { id, date, title: 'Launch', created_at: at, revision: 1, updated_at: at }
    await database.store.annotations.insert(product, annotation)
    return id
  },
  async app({ database, product }) {
    const id = database.ids.app()
    const at = timestamp(database.clock.now())
    const app = { name: 'App', bundle_id: 'com.example', created_at: at, revision: 1, updated_at: at }
    await database.store.apps.insert(product, { ...app, id, platform: 'ios' })
    return id
  },
  async approval(on) {
    const token = await on.token({ scopes: ['settings:write'], limits: { approval: true } })
    const { data } = await on.confirm(token, updateProduct, { body: { name: 'Asked for' } })
    return data.approval.id
  },
  async authenticator({ database, people }) {
    const account = people.owner.account.id
    const created_at = timestamp(database.clock.now())
    await database.store.transaction(({ store }) =>
      store.secondFactors.insertAuthenticator({ account, sealed_secret: 's', last_step: 0, created_at }),
    )
    return account
  },
  'child token': async (on) => (await on.token({ scopes: ['analytics:read'], parent: on.owner.token })).token.id,
  'complete import': (on) => createImport(on, 'complete'),
  connection: ({ database, people, product }) => seedConnection(database, people.owner.account.id, [product]),
  editor: async ({ people }) => people.editor.member,
  funnel: async ({ database, product }) => (await seedFunnel(database, product)).id,
  async invitation({ database, product, people }) {
    const id = database.ids.member()
    const at = timestamp(database.clock.now())
    const invited = { id, email: 'open@example.com', role: 'viewer', account: undefined } as const
    await database.store.members.insert(product, { ...invited, invitedBy: people.owner.account.id, at })
    return id
  },
  key: async (on) => (await on.key()).key.id,
  async passkey({ database, people }) {
    const id = database.ids.passkey()
    await database.store.transaction(({ store }) =>
      store.secondFactors.insertPasskey({
        id,
        account: people.owner.account.id,
        name: 'Laptop',
        credential_id: id,
        public_key: 'k',
        counter: 0,
        transports: [],
        created_at: timestamp(database.clock.now()),
        last_used_at: undefined,
      }),
    )
    return id
  },
  report: async ({ database, product }) => (await seedReport(database, { product })).id,
  async 'search console'({ database, product }) {
    const at = timestamp(database.clock.now())
    const provider = 'google_search_console'
    await database.store.transaction(({ store }) =>
      store.integrations.put({
        product,
        provider,
        status: 'connected',
        detail: undefined,
        property: 'sc-domain:example.org',
        properties: ['sc-domain:example.com', 'sc-domain:example.org'],
        refresh_token: 'sealed',
        synced_at: at,
        sync_requested_at: undefined,
        updated_at: at,
      }),
    )
    return provider
  },
  async 'second owner'({ database, product, people }) {
    const { member } = people.admin
    await database.store.members.setRole(product, member, 'owner', timestamp(database.clock.now()))
    return member
  },
  async segment({ database, product }) {
    const id = database.ids.segment()
    const at = timestamp(database.clock.now())
    const segment = { id, name: 'Pricing', filters: FILTERS, created_at: at, revision: 1, updated_at: at }
    await database.store.segments.insert(product, segment)
    return id
  },
  session: async (on) => (await on.session('owner')).id,
  'shared link': async ({ database, product }) => (await seedSharedLink(database, product)).id,
  token: async (on) => (await on.token({ scopes: ['team:read'] })).token.id,
  'wide token': async (on) => (await on.token({ scopes: ['team:read', 'analytics:read'] })).token.id,
  trust: async ({ database, owner }) => (await seedTrust(database, owner.token, { scopes: ['analytics:read'] })).id,
  'trusting token': async ({ owner }) => owner.token.id,
  async 'undoable account change'(on) {
    const { id } = (await on.token({ scopes: ['team:read'] })).token
    const owner = await on.person('owner')
    for (const name of ['Deploys', 'To be undone']) {
      await on.call(owner, updateToken, { path: { token_id: id }, body: { name } })
      on.database.clock.advance(1)
    }
    const [entry] = (await on.database.store.audit.pageForToken(id, { limit: 1 })).rows
    return existing(entry).id
  },
  async 'undoable change'(on) {
    await on.confirm(on.owner, updateProduct, { body: { name: 'To be undone' } })
    const [entry] = await on.database.store.audit.list({ product: on.product, limit: 1 })
    return existing(entry).id
  },
  'uploaded import': (on) => createImport(on, 'uploaded'),
  viewer: async ({ people }) => people.viewer.member,
}

async function createImport({ database, product }: CallingScenario, status: 'uploaded' | 'complete'): Promise<string> {
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
  return id
}

function valuesOn({ database, services, people }: CallingScenario): ExampleValues {
  const { account } = people.owner
  return {
    email: account.email,
    authenticator() {
      const { setup, secret } = services.factors.setUpAuthenticator(account)
      return { setup, code: totpCode(secret, totpStep(database.clock.now())) }
    },
    async passkey() {
      const { setup, options } = await services.factors.setUpPasskey(account, services.store)
      const ceremony = { challenge: String(options.challenge), origin: services.baseUrl }
      return { setup, response: { ...softwareAuthenticator().create(ceremony) } }
    },
  }
}

/** Creates what an example needs in the scenario, and returns the id of what it stands for. */
export function seedGiven(given: Given, on: CallingScenario): Promise<string> {
  return CREATE[given](on)
}

async function inputOf({ given = [], path = {}, body }: Example, on: CallingScenario): Promise<Input> {
  for (const each of given) await seedGiven(each, on)
  const ids: Record<string, string> = {}
  for (const [name, each] of Object.entries(path)) ids[name] = await seedGiven(each, on)
  return { path: ids, body: typeof body === 'function' ? await body(valuesOn(on)) : body }
}

/** Creates what the examples of a write need, and returns their inputs. */
export async function writeInputs({ examples }: WriteOperation, on: CallingScenario): Promise<WriteInputs> {
  const [first, second] = examples
  if (first === undefined) throw new TypeError('A write has an example.')
  const good = await inputOf(first, on)
  return second === undefined ? { good } : { good, other: await inputOf(second, on) }
}

/** The same for a write that machines may call. A single example is used twice, with other ids in its path. */
export async function toolInputs(operation: WriteOperation, on: CallingScenario): Promise<Required<WriteInputs>> {
  const [first] = operation.examples
  const { good, other } = await writeInputs(operation, on)
  if (other !== undefined) return { good, other }
  if (first?.path === undefined) throw new Error(`${operation.name} needs a second example`)
  return { good, other: await inputOf(first, on) }
}

/** An input that the state does not allow, for one of the codes that the operation declares. */
export async function rejectedInput(
  operation: WriteOperation,
  { good, other }: Required<WriteInputs>,
  on: CallingScenario,
): Promise<RejectedInput> {
  const { errors } = operation
  const params = Object.keys(operation.params.shape)
  if (errors.includes('revision_conflict'))
    return { ...good, body: { ...Object(good.body), revision: 999 }, code: 'revision_conflict' }
  if (params.length > 0) {
    const path = Object.fromEntries(params.map((name) => [name, MISSING_IDS[name]]))
    return { ...good, path, code: 'not_found' }
  }
  // The quotas of content are fixed, and the tests of each feature fill them.
  if (operation.scope === 'content:write')
    return { ...good, body: { ...Object(good.body), revision: 1 }, code: 'invalid_request' }
  if (errors.includes('quota_exceeded')) return { ...good, code: 'quota_exceeded', withoutQuota: true }
  await on.confirm(on.owner, operation, other)
  return { ...other, code: 'already_exists' }
}
