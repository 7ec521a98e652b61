import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AuditEntry,
  DAY_MS,
  ImportId,
  type MemberId,
  type ProductId,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'
import { type ControlData, type Dialect, openStore, type StoreConfig } from '@footfall/storage'
import {
  commitClaim,
  migratedDatabase,
  runSql,
  type SeedTarget,
  type Snapshot,
  seedAccount,
  seededRandom,
  seedProduct,
  seedReport,
  seedSharedLink,
  seedToken,
  seedTrust,
  settableClock,
  snapshot,
} from '@footfall/testkit'
import { NOW } from './command-line.ts'

/** What commands are given as arguments. */
export interface Service {
  /** Of an account that is not the only owner of anything, signs in with a provider, and has an authenticator app. */
  readonly email: string
  readonly disabled: string
  readonly token: string
  /** Of the token. */
  readonly trust: string
  /** A confirmed write whose outcome is unknown. */
  readonly record: string
  readonly product: string
  readonly invitation: string
  readonly mail: string
  readonly share: string
  readonly report: string
  readonly client: string
  readonly connection: string
  /** An event to import. */
  readonly file: string
  readonly imported: string
}

export interface PreparedService extends Service {
  /** For commands that work on it. */
  readonly env: Readonly<Record<string, string>>
  entries(): Promise<readonly AuditEntry[]>
  rows(): Promise<Snapshot>
  /** From now on no audit entry can be written. */
  rejectEntries(): Promise<void>
  close(): Promise<void>
}

/** A service with one of everything, in this directory and on a database of this dialect. */
export async function prepareService(dialect: Dialect, directory: string): Promise<PreparedService> {
  const fresh = dialect === 'postgres' ? await migratedDatabase('postgres') : undefined
  const config: StoreConfig = fresh?.config ?? { sqlite: { path: join(directory, 'footfall.sqlite') } }
  const clock = settableClock()
  clock.set(Date.parse(NOW))
  const surroundings = { clock, random: seededRandom() }
  const control = openStore(config, surroundings)
  if (fresh === undefined) await control.migrate()
  const service = await fill(control, { store: control.store, ...surroundings }, directory, config)
  const postgres = 'postgres' in config ? { DATABASE_URL: config.postgres.url } : {}
  return {
    ...service,
    env: { DATA_DIR: directory, SESSION_SECRET: 'x'.repeat(32), ...postgres },
    entries: () => control.store.audit.list({ limit: 100 }),
    rows: () => snapshot({ config }),
    rejectEntries: () => runSql(config, REJECT_ENTRIES[dialect]),
    async close() {
      await control.store.close()
      await fresh?.drop()
    },
  }
}

const REJECT_ENTRIES = {
  sqlite: `create trigger no_entries before insert on audit_entries begin select raise(abort, 'no room'); end`,
  postgres: `create function no_entries() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
    create trigger no_entries before insert on audit_entries for each row execute function no_entries()`,
}

async function fill(
  control: ControlData,
  target: SeedTarget,
  directory: string,
  config: StoreConfig,
): Promise<Service> {
  const { store } = control
  const now = target.clock.now()
  const at = timestamp(now)
  const { product, people } = await seedProduct(target)
  const { account } = people.admin
  const disabled = await seedAccount(target)
  await store.transaction((tx) => tx.store.accounts.setStatus(disabled.id, 'disabled', at))
  const identity = {
    issuer: 'https://id.example',
    subject: 'ada',
    account: account.id,
    email: account.email,
    linked_at: at,
  }
  await store.transaction((tx) => tx.store.externalIdentities.link(identity))
  const app = { account: account.id, sealed_secret: 's1.x', last_step: 0, created_at: at }
  await store.transaction((tx) => tx.store.secondFactors.insertAuthenticator(app))
  const { token } = await seedToken(target, account, { scopes: ['account:read', 'tokens:read'] })
  const { id: trust } = await seedTrust(target, token)
  const invitation = 'mbr_invited' as MemberId
  const invited = { id: invitation, email: 'guest@example.com', role: 'viewer' as const, account: undefined, at }
  await store.transaction((tx) => tx.store.members.insert(product, invited))
  const mail = { id: 'out_1', to: 'guest@example.com', subject: 'Notice', text: 'Something changed.', created_at: at }
  await store.transaction((tx) => tx.store.outbox.enqueue(mail))
  const claim = { owner: 'tok_1', key: 'k', operation: 'o', fingerprint: 'f', id: 'idm_1' }
  await commitClaim(config, { ...claim, claimedAt: now - 2, leaseUntil: now - 1 })
  const file = join(directory, 'history.ndjson')
  const event = { timestamp: '2026-11-01T10:00:00Z', name: 'pageview', url: 'https://example.com/', visitor: 'v1' }
  await writeFile(file, JSON.stringify(event))
  return {
    email: account.email,
    disabled: disabled.email,
    token: token.id,
    trust,
    record: 'idm_1',
    product,
    invitation,
    mail: mail.id,
    share: (await seedSharedLink(target, product)).id,
    report: (await seedReport(target, { product })).id,
    ...(await connect(control, account.id, product, now)),
    file,
    imported: await recordOfImport(control, product, at),
  }
}

/** The record of an import that is complete. */
async function recordOfImport({ store }: ControlData, product: ProductId, at: Timestamp) {
  const record = {
    id: ImportId.parse('imp_1'),
    product,
    source: 'footfall' as const,
    from: null,
    to: null,
    rows: 1,
    status: 'complete' as const,
    created_at: at,
    file_name: 'older.ndjson',
    uploaded: false,
    site: null,
    format: 'ndjson' as const,
    skip_invalid: false,
    content: 'older',
    percent: 100,
    problem: null,
    left_out: [],
    beyond_retention: null,
    updated_at: at,
  }
  await store.transaction((tx) => tx.store.imports.insert(record))
  return record.id
}

/** A registered application, and a connection that the account allowed it. */
async function connect({ oauth }: ControlData, accountId: string, product: string, now: number) {
  const client = {
    id: 'client-1',
    name: 'App',
    redirectUris: ['https://app.example/callback'],
    authMethod: 'none' as const,
    grantTypes: ['authorization_code' as const],
    credential: undefined,
    registeredAt: now,
    expiresAt: now + DAY_MS,
    firstAllowedAt: now,
  }
  await oauth.clients.register(client, { network: undefined, perNetworkMax: 10, max: 10 })
  const asked = {
    clientId: client.id,
    clientName: client.name,
    scopes: ['analytics:read'],
    issuer: 'http://localhost:3000',
    resource: 'http://localhost:3000/api/mcp',
    accountId,
    grant: { products: [product] },
    expiresAt: now + DAY_MS,
  }
  const id = 'con_1'
  const code = {
    ...asked,
    redirectUri: 'https://app.example/callback',
    codeChallenge: 'c',
    connectionId: id,
    issuedAt: now,
    consumedAt: undefined,
  }
  await oauth.consents.add({ ...code, hash: 'h', browserHash: 'b', state: 's', createdAt: now })
  await oauth.consents.approve('h', { ...code, hash: 'h' })
  const connection = { ...asked, id, createdAt: now, refreshedAt: now, revokedAt: undefined, generation: 0 }
  const accessToken = { hash: 'h', connectionId: id, issuedAt: now, expiresAt: now + DAY_MS }
  await oauth.codes.redeem('h', { connection, accessToken, refreshToken: undefined }, now)
  return { client: client.id, connection: id }
}
