import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnalytics, memoryVersions } from '@footfall/analytics'
import { type Analytics, type ProductId, randomBase62, timestamp } from '@footfall/core-domain'
import type { AccountTokenPrincipal } from '@footfall/scopes-policy'
import type { ControlData, StoreConfig } from '@footfall/storage'
import { createSchema, openEngine } from '@footfall/warehouse'
import { clock, openConfirmedWrites, perSecond, random } from '../harness/confirmed-writes.ts'
import { withDemoService } from '../harness/data-dir.ts'
import type { LoadOptions } from '../harness/load.ts'
import { startPostgres } from '../harness/postgres.ts'
import { type ProcessorTime, processorNote, processorTime } from '../harness/processor-time.ts'
import type { Bench, Line } from '../harness/report.ts'
import { alternating } from '../harness/samples.ts'

const ROUNDS = 7
const WRITES = 400
const LOAD = { connections: 20, seconds: 4 }

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
  const writes = await openConfirmedWrites(config, analytics)
  try {
    const principal = await writes.token()
    const { confirmed, bare } = await alternating(ROUNDS, {
      confirmed: () => perSecond(WRITES, () => writes.rename(principal)),
      bare: () => perSecond(WRITES, () => bareTransaction(writes.control, writes.product, principal)),
    })
    return {
      what: `confirmed write, ${name}`,
      unit: '/s',
      ours: confirmed,
      baseline: { name: 'bare transaction', samples: bare },
      demand: { ratioAtLeast },
    }
  } finally {
    await writes.close()
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
