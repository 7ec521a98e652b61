import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount } from '@footfall/accounts'
import { idFactory, timestamp } from '@footfall/core-domain'
import { issueRootToken } from '@footfall/operations'
import { openStore } from '@footfall/storage'
import { startClickHouseHttp } from '@footfall/testkit'
import { freePort } from '@footfall/testkit/free-port'
import { answering, type Child, startNode } from '../harness/child.ts'
import { load } from '../harness/load.ts'
import { startPostgres } from '../harness/postgres.ts'
import type { Bench } from '../harness/report.ts'
import { alternating } from '../harness/samples.ts'

const ROUNDS = 7
const LOAD = { connections: 20, seconds: 4 }
const MAIN = join(import.meta.dirname, '../../../apps/api-server/src/main.ts')
/** Two replicas, the database and the load need one core each. */
const CORES_WANTED = 4
const clock = { now: () => Date.now() }
const random = { bytes: (count: number) => randomBytes(count) }
const ids = idFactory(random)

export const replicasBench: Bench = {
  name: 'replicas',
  title: 'Product reads of two replicas against one, on one PostgreSQL',
  async run() {
    const directory = await mkdtemp(join(tmpdir(), 'footfall-bench-replicas-'))
    const postgres = await startPostgres()
    const clickhouse = await startClickHouseHttp()
    const { host, port, user, password } = postgres.client
    const databaseUrl = `postgres://${user}:${password}@${host}:${port}/postgres`
    const replicas: { url: string; child: Child }[] = []
    try {
      for (const core of [0, 1]) replicas.push(await start(core, directory, databaseUrl, clickhouse.url))
      const { path, token } = await seed(databaseUrl)
      const headers = { authorization: `Bearer ${token}` }
      const rate = async (urls: readonly string[]) => {
        const connections = LOAD.connections / urls.length
        const loads = urls.map((url) => load({ ...LOAD, connections, url: url + path, headers }))
        const results = await Promise.all(loads)
        if (results.some(({ failed }) => failed > 0)) throw new Error('a request was not answered with 200')
        return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
      }
      const urls = replicas.map(({ url }) => url)
      await rate(urls)
      const { two, one } = await alternating(ROUNDS, { two: () => rate(urls), one: () => rate(urls.slice(0, 1)) })
      const enough = availableParallelism() >= CORES_WANTED
      return {
        lines: [
          {
            what: 'product reads, two replicas',
            unit: '/s',
            ours: two,
            baseline: { name: 'one replica', samples: one },
            ...(enough ? { demand: { ratioAtLeast: 1.6 } } : {}),
          },
        ],
        notes: [
          'Each replica is pinned to a core of its own; PostgreSQL and the load run where the system puts them.',
          ...(enough
            ? []
            : [
                `Not judged: ${CORES_WANTED} cores are wanted, and this machine has ${availableParallelism()}, on which the second replica takes the core that the database and the load had.`,
              ]),
        ],
      }
    } finally {
      await Promise.all(replicas.map(({ child }) => child.stop()))
      await Promise.all([postgres.stop(), clickhouse.stop()])
      await rm(directory, { recursive: true, force: true })
    }
  },
}

async function start(core: number, directory: string, databaseUrl: string, clickhouseUrl: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startNode(MAIN, [], {
    PORT: String(port),
    BASE_URL: url,
    DATA_DIR: join(directory, String(core)),
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: clickhouseUrl,
    SESSION_SECRET: 's'.repeat(48),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_REQUESTS: '0',
  })
  await answering(`${url}/readyz`, child)
  // Pins all threads of the process. Without the command, the operating system schedules them.
  spawnSync('taskset', ['-a', '-c', '-p', String(core), String(child.process.pid)])
  return { url, child }
}

async function seed(databaseUrl: string): Promise<{ path: string; token: string }> {
  const control = openStore({ postgres: { url: databaseUrl } }, { clock, random })
  try {
    const { store } = control
    const person = { email: 'bench@example.com', name: 'Bench', password: 'correct horse battery' }
    const { account } = await createAccount({ store, clock, random }, person)
    const product = ids.product()
    const request = { name: 'Bench', scopes: ['products:read' as const], products: { mode: 'all' as const } }
    const { secret } = await store.transaction(async (tx) => {
      await tx.store.products.insert(
        { id: product, name: 'Bench', timezone: 'UTC' as never, created_at: timestamp(clock.now()) },
        { member: ids.member(), account: account.id },
      )
      return issueRootToken(account.id, request, { store: tx.store, clock, random, ids })
    })
    return { path: `/api/v1/products/${product}`, token: secret.reveal() }
  } finally {
    await control.store.close()
  }
}
