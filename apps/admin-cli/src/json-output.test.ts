import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSessions } from '@footfall/accounts'
import { ProductId, timestamp } from '@footfall/core-domain'
import { openStore } from '@footfall/storage'
import { commitClaim, seedReport, seedSharedLink } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { completionTree } from './completion/tree.ts'
import { createProgram } from './program.ts'
import { commandLine, NOW, testDependencies } from './test-support/command-line.ts'

/** What scripts rely on: a key that is renamed or gone breaks them, so it is pinned here, literally. */
describe('the JSON of every command', () => {
  const { dataDir, json } = commandLine()

  it('footfall prints JSON with the documented keys', async () => {
    const shapes: Record<string, unknown> = {}
    // Each command runs a moment later, so that the newest audit entry is the one of the last command.
    let moment = Date.parse(NOW)
    const ask = async (command: string, args = '') => {
      moment += 1
      const answered = await json(`${command} ${args}`.trim(), {
        env: { PORT: '0', SESSION_SECRET: 'x'.repeat(32) },
        now: () => moment,
      })
      shapes[command] = shapeOf(answered)
      return answered
    }
    await json('demo')
    const demo = await ask('demo')
    const product = demo.products[2].id
    await ask('account create', '--email ada@example.com --name Ada')
    await ask('account list')
    await signInAs(dataDir(), 'ada@example.com')
    await ask('account sessions', '--email ada@example.com')
    await ask('secrets list')
    await ask('secrets discard')
    await ask('account reset-second-factor', '--email ada@example.com')
    await ask('account unlink-provider', '--email ada@example.com')
    await ask('account rename', '--email ada@example.com --name Ada')
    const created = await ask('product create', '--account demo@example.com --name Shop --domain shop.example')
    await ask('product list')
    await ask('member list', `--product ${created.product.id}`)
    await ask('member set-role', `--product ${demo.products[1].id} --email maya@example.com --role editor`)
    await ask('segment list', `--product ${demo.products[1].id}`)
    await shareOf(dataDir(), product)
    const { shares } = await ask('share list', `--product ${product}`)
    await ask('share end', shares[0].id)
    await reportOf(dataDir(), product)
    const { reports } = await ask('report list')
    await ask('report send', reports[0].id)
    await ask('report preview', reports[0].id)
    const made = await ask(
      'token create',
      '--account ada@example.com --name x --scopes account:read,tokens:read --products all',
    )
    await ask('token list', '--account ada@example.com')
    await ask('token tree', '--account ada@example.com')
    await ask('token inspect', made.token.id)
    await ask('token edit', `${made.token.id} --name y`)
    await ask('token shrink', `${made.token.id} --scopes tokens:read`)
    await ask('token replace', made.token.id)
    await ask('token policy set', '--account ada@example.com --max-days 90')
    await ask('token policy show', '--account ada@example.com')
    await ask('token audit', made.token.id)
    const { trust } = await ask(
      'token trust add',
      `${made.token.id} --issuer https://ci.example --audience https://stats.example --subject repo:acme/shop --scopes tokens:read --products all`,
    )
    await ask('token trust list', made.token.id)
    await ask('token trust remove', trust.id)
    await ask('token revoke', made.token.id)
    await ask('audit')
    await leaveAMail(dataDir())
    const { mails } = await ask('mail list')
    await ask('mail show', mails[0].id)
    await loseAWrite(dataDir())
    const { records } = await ask('idempotency list')
    await ask('idempotency inspect', records[0].id)
    await ask('idempotency resolve', `${records[0].id} --as executed`)
    const history = join(dataDir(), 'history.ndjson')
    const event = { timestamp: '2026-11-01T10:00:00Z', name: 'pageview', url: 'https://example.com/', visitor: 'v1' }
    await writeFile(history, `${JSON.stringify(event)}\nnonsense`)
    await ask('import', `${history} --product ${product} --skip-invalid`)
    const { imports } = await ask('import list', `--product ${product}`)
    await ask('import remove', imports[0].id)
    await ask('migrate')
    await ask('upgrade', '--check')
    await ask('doctor')
    await ask('account sign-out', '--email ada@example.com')
    await ask('account disable', '--email ada@example.com')
    await ask('account enable', '--email ada@example.com')
    await ask('account reset-password', '--email ada@example.com')
    await ask('account delete', '--email ada@example.com --yes')
    await ask('completion', 'bash')

    expect(shapes).toEqual(PINNED)
  })

  it('pins the JSON keys of every command', () => {
    const leaves = completionTree(createProgram(testDependencies({})))
      .filter(({ commands, takesFile }) => commands.length === 0 || takesFile)
      .map(({ path }) => path.join(' '))
    expect(leaves.filter((leaf) => !ELSEWHERE.has(leaf)).sort()).toEqual(Object.keys(PINNED).sort())
  })
})

/** Pinned beside their own tests, which have what they need. */
const ELSEWHERE = new Set([
  'annotate',
  'backup',
  'backups list',
  'backups verify',
  'call',
  'crawlers update',
  'restore',
  'docs',
  'engine adopt',
  'geo update',
  'invitation link',
  'login',
  'logout',
  'oauth clients list',
  'oauth clients revoke',
  'oauth connections list',
  'oauth connections revoke',
  'rollups rebuild',
  'rollups status',
  'stats',
  'status',
  'visitor erase',
  'visitor export',
  'whoami',
])

const TRUST = {
  id: 'string',
  token_id: 'string',
  issuer: 'string',
  audience: 'string',
  subject: 'string',
  claims: {},
  scopes: ['string'],
  products: { mode: 'string' },
  limits: {},
  lifetime_seconds: 'number',
  created_at: 'string',
}
const POLICY = {
  max_lifetime_days: 'number',
  require_expiry: 'boolean',
  revision: 'number',
  updated_at: 'string',
}
const TOKEN = {
  id: 'string',
  name: 'string',
  prefix: 'string',
  scopes: ['string'],
  products: { mode: 'string' },
  read_only: 'boolean',
  toolsets: 'null',
  preview_first: 'boolean',
  approval: 'boolean',
  allowed_networks: [],
  parent_id: 'null',
  depth: 'number',
  status: 'string',
  expires_at: 'null',
  created_at: 'string',
  last_used_at: 'null',
  last_used_network: 'null',
  last_used_operation: 'null',
  revision: 'number',
  updated_at: 'string',
}

const PRODUCT = {
  id: 'string',
  name: 'string',
  timezone: 'string',
  created_at: 'string',
  revision: 'number',
  updated_at: 'string',
}

const ACCOUNT = { id: 'string', email: 'string', name: 'string', language: 'null', created_at: 'string' }

const ENTRY = {
  id: 'string',
  at: 'string',
  actor: { kind: 'string', credential: 'null', account: 'null', lineage: [] },
  operation: 'string',
  product: 'null',
  subject: 'string',
  summary: 'string',
  changes: [{ path: 'string', from: 'string', to: 'string' }],
  idempotency_key: 'null',
  channel: 'string',
  address: 'null',
  request_id: 'null',
}

const RECORD = {
  status: 'string',
  id: 'string',
  operation: 'string',
  credential: 'string',
  key: 'string',
  claimed_at: 'string',
  lease_until: 'string',
}

const MAIL = {
  id: 'string',
  state: 'string',
  kind: 'string',
  to: 'string',
  subject: 'string',
  created_at: 'string',
  delivered_at: 'null',
  attempts: 'number',
  problem: 'null',
  link_command: 'null',
}

const PINNED = {
  'account create': { account: ACCOUNT, password: 'string' },
  'account delete': {
    id: 'string',
    deleted: 'boolean',
    tokens: 'number',
    keys: 'number',
    connections: 'number',
    sessions: 'number',
    memberships: 'number',
  },
  'account disable': { id: 'string', status: 'string' },
  'account enable': { id: 'string', status: 'string' },
  'account list': { accounts: [{ ...ACCOUNT, status: 'string' }] },
  'account rename': { account: ACCOUNT },
  'account reset-password': {
    id: 'string',
    signed_out: 'number',
    tokens: 'number',
    keys: 'number',
    connections: 'number',
    password: 'string',
  },
  'account reset-second-factor': { id: 'string', removed: 'number', signed_out: 'number' },
  'account sessions': { sessions: [{ id: 'string', created_at: 'string', expires_at: 'string' }] },
  'account sign-out': { id: 'string', signed_out: 'number' },
  'account unlink-provider': { id: 'string', unlinked: 'number', signed_out: 'number' },
  audit: { entries: [ENTRY], more: 'boolean' },
  completion: { shell: 'string', script: 'string' },
  demo: { file: 'string', email: 'string', products: [{ id: 'string', name: 'string' }] },
  doctor: { findings: [{ check: 'string', state: 'string', found: 'string', fix: 'null' }] },
  'idempotency inspect': { ...RECORD, evidence: [] },
  'idempotency list': { records: [RECORD], more: { blocked: 'number', others: 'number' } },
  'idempotency resolve': { id: 'string', resolved: 'string' },
  import: {
    events: 'number',
    crawler_hits: 'number',
    bots_left_out: 'number',
    stray_engagements: 'number',
    skipped: 'number',
    first_skipped: [{ line: 'number', field: 'string', message: 'string' }],
    seconds: 'number',
    resumed: 'boolean',
    repeated: 'boolean',
    id: 'string',
    source: 'string',
    site: 'null',
    from: 'string',
    to: 'string',
    rows: 'number',
    figures: 'number',
    left_out: [{ what: 'string', count: 'number', lines: [{ entry: 'string', line: 'number' }] }],
    beyond_retention: 'null',
  },
  'import list': {
    imports: [{ id: 'string', source: 'string', from: 'string', to: 'string', rows: 'number', status: 'string' }],
  },
  'import remove': { id: 'string', removed: 'boolean', rows: 'number' },
  'mail list': { mails: [MAIL] },
  'mail show': { ...MAIL, text: 'string' },
  'member list': {
    members: [
      {
        id: 'string',
        email: 'string',
        name: 'string',
        role: 'string',
        status: 'string',
        invited_at: 'null',
        joined_at: 'string',
        revision: 'number',
        updated_at: 'string',
      },
    ],
  },
  'member set-role': { product: 'string', email: 'string', role: 'string' },
  migrate: { migrated: 'boolean' },
  'product create': { product: PRODUCT },
  'product list': { products: [PRODUCT] },
  'secrets discard': { discarded: { authenticators: 'number' } },
  'secrets list': { previous: {}, unreadable: { authenticators: 'number' } },
  'segment list': {
    segments: [
      {
        id: 'string',
        name: 'string',
        filters: [{ dimension: 'string', operator: 'string', values: ['string'] }],
        created_at: 'string',
        revision: 'number',
        updated_at: 'string',
      },
    ],
  },
  'report list': {
    reports: [
      {
        id: 'string',
        product: 'string',
        account: 'null',
        name: 'string',
        every: 'string',
        to: 'string',
        next_at: 'string',
        last_delivery: 'null',
      },
    ],
  },
  'report preview': expect.objectContaining({
    subject: 'string',
    heading: 'string',
    sections: [{ blocks: [{ kind: 'string', figures: expect.any(Array) }] }],
    reason: 'string',
    data: expect.objectContaining({ type: 'string' }),
  }),
  'report send': { id: 'string', requested: 'boolean', recipients: 'number' },
  'share end': { id: 'string', ended: 'boolean' },
  'share list': {
    shares: [
      {
        id: 'string',
        name: 'string',
        sections: ['string'],
        password: 'boolean',
        segment: 'null',
        embed_origins: [],
        status: 'string',
        expires_at: 'null',
        created_at: 'string',
        revision: 'number',
        updated_at: 'string',
      },
    ],
  },
  'token audit': { entries: [ENTRY] },
  'token create': { token: TOKEN, secret: 'string' },
  'token edit': { token: TOKEN },
  'token inspect': {
    token: TOKEN,
    account: 'string',
    lineage: ['string'],
    dependents: { tokens: 'number', keys: 'number' },
    trusts: 'number',
    entries: [{ ...ENTRY, changes: [{ path: 'string', from: 'null', to: 'string' }] }],
  },
  'token list': { tokens: [{ account: 'string', ...TOKEN }] },
  'token policy set': { policy: POLICY },
  'token policy show': { policy: POLICY },
  'token replace': { token: TOKEN, secret: 'string' },
  'token revoke': { id: 'string', revoked: 'boolean', tokens: 'number', keys: 'number' },
  'token shrink': { token: TOKEN, secret: 'string' },
  'token tree': { tokens: [{ account: 'string', ...TOKEN }] },
  'token trust add': { trust: TRUST },
  'token trust list': { trusts: [TRUST] },
  'token trust remove': { id: 'string', removed: 'boolean', revoked_tokens: 'number' },
  upgrade: { ready: 'boolean', findings: [{ check: 'string', state: 'string', found: 'string', fix: 'null' }] },
}

/** Keys and kinds of values; of a list its first entry. */
function shapeOf(value: unknown): unknown {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]))
}

async function signInAs(dataDir: string, email: string): Promise<void> {
  const dependencies = testDependencies({})
  const { clock, random } = dependencies
  const control = openStore({ sqlite: { path: join(dataDir, 'footfall.sqlite') } }, dependencies)
  try {
    const account = await control.store.accounts.findByEmail(email)
    if (account === undefined) throw new Error(`There is no account ${email}.`)
    await createSessions({
      reader: control.sessions,
      store: control.store,
      clock,
      random,
      key: new Uint8Array(32),
    }).begin(account)
    const created_at = timestamp(clock.now())
    const app = { account: account.id, sealed_secret: 's1.x', last_step: 0, created_at }
    const link = { issuer: 'https://id.example', subject: '1', account: account.id, email, linked_at: created_at }
    await control.store.transaction(async (tx) => {
      await tx.store.secondFactors.insertAuthenticator(app)
      await tx.store.externalIdentities.link(link)
    })
  } finally {
    await control.store.close()
  }
}

/** A confirmed write whose process is gone. */
async function shareOf(dataDir: string, product: string): Promise<void> {
  const dependencies = testDependencies({})
  const control = openStore({ sqlite: { path: join(dataDir, 'footfall.sqlite') } }, dependencies)
  try {
    await seedSharedLink({ store: control.store, ...dependencies }, ProductId.parse(product))
  } finally {
    await control.store.close()
  }
}

async function reportOf(dataDir: string, product: string): Promise<void> {
  const dependencies = testDependencies({})
  const control = openStore({ sqlite: { path: join(dataDir, 'footfall.sqlite') } }, dependencies)
  try {
    await seedReport({ store: control.store, ...dependencies }, { product: ProductId.parse(product) })
  } finally {
    await control.store.close()
  }
}

async function leaveAMail(dataDir: string): Promise<void> {
  const control = openStore({ sqlite: { path: join(dataDir, 'footfall.sqlite') } }, testDependencies({}))
  // Later than what the commands before have left.
  const created_at = timestamp(Date.parse(NOW) + 86_400_000)
  const mail = { id: 'out_1', to: 'ada@example.com', subject: 'Notice', text: 'Something changed.', created_at }
  try {
    await control.store.transaction((tx) => tx.store.outbox.enqueue(mail))
  } finally {
    await control.store.close()
  }
}

async function loseAWrite(dataDir: string): Promise<void> {
  const now = Date.parse(NOW)
  const claim = { owner: 'tok_1', key: 'k', operation: 'o', fingerprint: 'f', id: 'c' }
  const config = { sqlite: { path: join(dataDir, 'footfall.sqlite') } }
  await commitClaim(config, { ...claim, claimedAt: now - 2, leaseUntil: now - 1 })
}
