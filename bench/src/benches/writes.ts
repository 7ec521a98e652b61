import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnalytics, memoryVersions } from '@footfall/analytics'
import { operationServices, parseSettings } from '@footfall/config'
import { type Analytics, idFactory, NO_LIMITS, type ProductId, randomBase62, timestamp } from '@footfall/core-domain'
import { authorityOf, execute, issueRootToken, OPERATIONS, type Operation } from '@footfall/operations'
import { type AccountTokenPrincipal, SCOPES, scopeSet } from '@footfall/scopes-policy'
import { type ControlData, openStore, type StoreConfig } from '@footfall/storage'
import { createSchema, openEngine } from '@footfall/warehouse'
import { withDemoService } from '../harness/data-dir.ts'
import type { LoadOptions } from '../harness/load.ts'
import { startPostgres } from '../harness/postgres.ts'
import { type ProcessorTime, processorNote, processorTime } from '../harness/processor-time.ts'
import type { Bench, Line } from '../harness/report.ts'
import { alternating } from '../harness/samples.ts'

const ROUNDS = 7
const WRITES = 400
const LOAD = { connections: 20, seconds: 4 }
const clock = { now: () => Date.now() }
const random = { bytes: (count: number) => randomBytes(count) }
const ids = idFactory(random)

export const writesBench: Bench = {
  name: 'writes',
  title: 'A confirmed write against the same SQL transaction, and its replay against a read, on the same database',
  async run() {
    const directory = await mkdtemp(join(tmpdir(), 'footfall-bench-writes-'))
    const engine = await openEngine({ embedded: { path: join(directory, 'clickhouse') } })
    await createSchema(engine)
    const analytics = createAnalytics({ engine, clock, versions: memoryVersions() })
    const postgres = await startPostgres()
    const { host, port, user, password } = postgres.client
    try {
      const replay = await replayOverHttp()
      return {
        lines: [
          await measure('SQLite', { sqlite: { path: join(directory, 'footfall.sqlite') } }, analytics, 0.7),
          await measure(
            'PostgreSQL',
            { postgres: { url: `postgres://${user}:${password}@${host}:${port}/postgres` } },
            analytics,
            0.6,
          ),
          replay.line,
        ],
        notes: [
          'A confirmed write is execute() of service_products_update: every check, and one transaction that holds the claim, the change, its audit entry and the completion.',
          'The bare transaction changes the same row and writes the same audit entry, and nothing else. Both one after the other, and both flushed to disk.',
          `A replay is the confirmed PATCH of a product again, a read its GET; both over HTTP with every check, autocannon with ${LOAD.connections} connections, ${LOAD.seconds} s a round, in turns.`,
          replay.note,
        ],
      }
    } finally {
      await postgres.stop()
      await engine.close()
      await rm(directory, { recursive: true, force: true })
    }
  },
}

/** Both measurements use the same product of the same running service. */
function replayOverHttp(): Promise<{ readonly line: Line; readonly note: string }> {
  return withDemoService(async (service) => {
    const url = `${service.url}/api/v1/products/${service.access.products[0]?.id}`
    const authorization = `Bearer ${service.access.token}`
    const write = {
      url,
      method: 'PATCH',
      body: JSON.stringify({ name: 'Replayed' }),
      headers: {
        authorization,
        'content-type': 'application/json',
        'service-confirm': 'true',
        'idempotency-key': 'replayed',
      },
    } as const
    const times = { replay: processorTime(service.child), read: processorTime(service.child) }
    const rate = async (time: ProcessorTime, request: Pick<LoadOptions, 'url' | 'method' | 'body' | 'headers'>) => {
      const { perSecond, failed } = await time.load({ ...LOAD, ...request })
      if (failed > 0) throw new Error(`${failed} requests were not answered with 200`)
      return perSecond
    }
    const { method, body, headers } = write
    await fetch(url, { method, body, headers })
    const { replays, reads } = await alternating(ROUNDS, {
      replays: () => rate(times.replay, write),
      reads: () => rate(times.read, { url, headers: { authorization } }),
    })
    const line: Line = {
      what: 'replay',
      unit: '/s',
      ours: replays,
      baseline: { name: 'read', samples: reads },
      demand: { ratioAtLeast: 0.9 },
    }
    return { line, note: processorNote(times) }
  })
}

async function measure(name: string, config: StoreConfig, analytics: Analytics, ratioAtLeast: number): Promise<Line> {
  const control = openStore(config, { clock, random })
  try {
    await control.migrate()
    const { product, principal } = await seed(control)
    const settings = parseSettings({ RATE_LIMIT_WRITES: '0' })
    const services = operationServices({ settings, control, key: random.bytes(32), analytics, clock, random })
    const origin = { channel: 'rest', address: undefined, requestId: undefined } as const
    const path = { product }
    const rename = (key: string, to: string) =>
      execute(
        operation('service_products_update'),
        principal,
        { path, query: {}, body: () => ({ name: to }) },
        services,
        { confirm: true, key },
        origin,
      )
    const { confirmed, bare } = await alternating(ROUNDS, {
      confirmed: () => perSecond(WRITES, () => rename(randomBase62(random, 20), randomBase62(random, 10))),
      bare: () => perSecond(WRITES, () => bareTransaction(control, product, principal)),
    })
    return {
      what: `confirmed write, ${name}`,
      unit: '/s',
      ours: confirmed,
      baseline: { name: 'bare transaction', samples: bare },
      demand: { ratioAtLeast },
    }
  } finally {
    await control.store.close()
  }
}

async function seed({ store }: ControlData): Promise<{ product: ProductId; principal: AccountTokenPrincipal }> {
  const at = timestamp(clock.now())
  const account = { id: ids.account(), email: 'bench@example.com', name: 'Bench', language: null, created_at: at }
  const product = ids.product()
  const request = { name: 'Bench', scopes: [...SCOPES], products: { mode: 'all' as const } }
  const { token } = await store.transaction(async (tx) => {
    await tx.store.accounts.insert(account)
    await tx.store.products.insert(
      { id: product, name: 'Bench', timezone: 'UTC' as never, created_at: at },
      { member: ids.member(), account: account.id },
    )
    return issueRootToken(account.id, request, { store: tx.store, clock, random, ids })
  })
  return {
    product,
    principal: {
      kind: 'account_token',
      token: token.id,
      account: account.id,
      scopes: scopeSet(token.scopes),
      selection: token.products,
      limits: NO_LIMITS,
      lineage: [token.id],
      authority: authorityOf(token),
    },
  }
}

/** The write without the protocol: the change and its audit entry in one transaction. */
function bareTransaction({ store }: ControlData, product: ProductId, principal: AccountTokenPrincipal): Promise<void> {
  const at = timestamp(clock.now())
  const name = randomBase62(random, 10)
  return store.transaction(async (tx) => {
    await tx.store.products.rename(product, name, at)
    await tx.store.audit.append({
      id: `aud_${randomBase62(random, 20)}`,
      at,
      actor: {
        kind: 'account_token',
        credential: principal.token,
        account: principal.account,
        lineage: principal.lineage,
      },
      operation: 'service_products_update',
      product,
      subject: product,
      summary: `Rename “Bench” to “${name}”.`,
      changes: [{ path: 'name', from: 'Bench', to: name }],
      idempotency_key: undefined,
      channel: 'rest',
      address: undefined,
      request_id: undefined,
    })
  })
}

async function perSecond(times: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  for (let i = 0; i < times; i++) await work()
  return (times * 1000) / (performance.now() - started)
}

function operation(tool: string): Operation {
  const found = OPERATIONS.find((candidate) => candidate.name === tool)
  if (found === undefined) throw new Error(`there is no ${tool}`)
  return found
}
