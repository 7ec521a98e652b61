import { type ClickHouseHttp, type OwnPostgres, startClickHouseHttp, startOwnPostgres } from '@footfall/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pause, sendEvents } from './event-load.ts'
import { firstProduct } from './first-product.ts'
import { freePort, jsonOf, type ServerProcess, startServer, temporaryDirectory, until } from './server-process.ts'

const EVENTS_PER_SECOND = 1_000
/** Acknowledged events and decided writes without which the test would prove little. A busy machine needs longer for them. */
const EVENTS_MIN = 1_000
const WRITES_MIN = 12
/** Many times the interval at which the ingest log is drained. The soak takes ClickHouse away for a minute. */
const OUTAGE_MS = 20_000

/** The outcomes after which a client repeats the identical request. */
const UNDECIDED = ['service_unavailable', 'request_in_progress', 'outcome_unknown']

const json = { 'content-type': 'application/json' }

type Directory = Awaited<ReturnType<typeof temporaryDirectory>>

describe('two replicas and an MCP server on one PostgreSQL and one ClickHouse', () => {
  let postgres: OwnPostgres
  let clickhouse: ClickHouseHttp
  const directories: Directory[] = []
  const servers: ServerProcess[] = []
  let ports: readonly number[]
  let env: Record<string, string>
  let product: string
  let token: string

  const addressOf = (i: number) => `http://127.0.0.1:${ports[i]}`
  const start = (i: number) =>
    startServer({
      dataDir: directories[i]?.path ?? '',
      env: i === 2 ? env : { ...env, REPLICAS: [0, 1].map(addressOf).join(','), REPLICA_URL: addressOf(i) },
      ...(ports[i] === undefined ? {} : { port: ports[i] }),
      ...(i === 2 ? { command: ['mcp-server', '--http'] as const } : {}),
    })
  const url = (i: number) => servers[i]?.url ?? ''

  beforeAll(async () => {
    ;[postgres, clickhouse] = await Promise.all([startOwnPostgres(), startClickHouseHttp()])
    ports = [await freePort(), await freePort(), await freePort()]
    for (let i = 0; i < 3; i++) directories.push(await temporaryDirectory())
    env = {
      BASE_URL: `http://127.0.0.1:${ports[0]}`,
      ALLOWED_HOSTS: ports.map((port) => `127.0.0.1:${port}`).join(','),
      DATABASE_URL: postgres.url,
      CLICKHOUSE_URL: clickhouse.url,
      SESSION_SECRET: 's'.repeat(48),
      TRUST_PROXY: '1',
      RATE_LIMIT_REQUESTS: '0',
      RATE_LIMIT_WRITES: '0',
      RATE_LIMIT_COLLECT: '0',
    }
    // All start at once: the first to get the lock runs the migrations and makes the tables of the engine.
    servers.push(...(await Promise.all([start(0), start(1), start(2)])))
    const scopes = ['products:read', 'settings:write', 'analytics:read']
    ;({ product, token } = await firstProduct(env.BASE_URL ?? '', url(0), scopes, url(1)))
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end()))
    await Promise.all([postgres?.stop(), clickhouse?.stop()])
    await Promise.all(directories.map((directory) => directory.remove()))
  })

  /** Sends the same confirmed change under the same key to all three servers at once, and returns their responses. */
  function renameEverywhere(name: string, key: string): Promise<(Answer | 'lost')[]> {
    const rest = (i: number) => async (): Promise<Answer | 'lost'> => {
      const response = await fetch(`${url(i)}/api/v1/products/${product}`, {
        method: 'PATCH',
        headers: { ...json, authorization: `Bearer ${token}`, 'service-confirm': 'true', 'idempotency-key': key },
        body: JSON.stringify({ name }),
      })
      const body = await jsonOf(response)
      return response.ok ? { code: 'executed', name: body.data.result.name } : { code: body.code }
    }
    const mcp = async (): Promise<Answer | 'lost'> => {
      const response = await fetch(`${url(2)}/api/mcp`, {
        method: 'POST',
        headers: {
          ...json,
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
          'mcp-protocol-version': '2025-11-25',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'service_products_update',
            arguments: { product, name, confirm: true, idempotency_key: key },
          },
        }),
      })
      const body = await jsonOf(response)
      const content = body.result?.structuredContent ?? body
      return content.data?.state === 'executed'
        ? { code: 'executed', name: content.data.result.name }
        : { code: content.code }
    }
    return Promise.all([rest(0), rest(1), mcp].map((ask) => settled(ask)))
  }

  /** Repeats an identical request until its outcome is decided. */
  async function settled(ask: () => Promise<Answer | 'lost'>): Promise<Answer | 'lost'> {
    for (;;) {
      const answer = await ask().catch(() => 'lost' as const)
      const undecided = answer === 'lost' || UNDECIDED.includes(answer.code)
      if (!undecided) return answer
      await pause(200)
    }
  }

  const audited = async (): Promise<Map<string, number>> => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      const { rows } = await client.query<{ key: string; n: number }>(
        `select idempotency_key as key, count(*)::int as n from audit_entries where idempotency_key like 'rename-%' group by 1`,
      )
      return new Map(rows.map(({ key, n }) => [key, n]))
    } finally {
      await client.end()
    }
  }

  const stored = async (): Promise<number[]> => {
    const answer = await fetch(clickhouse.url, {
      method: 'POST',
      body: "SELECT toUInt32(props['n']) AS n FROM events WHERE name = 'Sequence' FORMAT TSV",
    })
    const text = await answer.text()
    return answer.ok && text !== '' ? text.trimEnd().split('\n').map(Number) : []
  }

  it('two replicas keep every acknowledged event and write exactly once through a killed replica, a restarted PostgreSQL and an outage of ClickHouse', async () => {
    let stopped = false
    const outcomes = new Map<string, (Answer | 'lost')[]>()
    const write = async () => {
      for (let i = 0; !stopped; i++) outcomes.set(`rename-${i}`, await renameEverywhere(`Shop ${i}`, `rename-${i}`))
    }

    const events = sendEvents(() => [url(0), url(1)], product, EVENTS_PER_SECOND)
    const { acknowledged } = events
    const writing = write()
    const reached = (writes: number, count: number) => async () => outcomes.size >= writes && acknowledged.size >= count
    await until('the first events and writes', reached(WRITES_MIN / 4, EVENTS_MIN / 4))
    await servers[1]?.end('SIGKILL')
    servers[1] = await start(1)
    await clickhouse.pause()
    const outage = pause(OUTAGE_MS)
    await pause(10_000)
    await postgres.restart()
    await outage
    await clickhouse.resume()
    await until('enough events and writes', reached(WRITES_MIN, EVENTS_MIN))
    stopped = true
    await Promise.all([events.stop(), writing])

    let rows: number[] = []
    await until('every acknowledged event in ClickHouse', async () => {
      rows = await stored()
      const there = new Set(rows)
      return [...acknowledged].every((n) => there.has(n))
    })
    expect(rows).toHaveLength(new Set(rows).size)

    const entries = await audited()
    for (const [key, answers] of outcomes) {
      const codes = new Set(answers.map((answer) => (answer === 'lost' ? 'lost' : answer.code)))
      const names = new Set(answers.flatMap((answer) => (answer === 'lost' ? [] : (answer.name ?? []))))
      expect({ key, codes: [...codes], times: entries.get(key) }).toEqual({ key, codes: ['executed'], times: 1 })
      expect(names.size).toBe(1)
    }
    process.stdout.write(
      `${acknowledged.size} of ${events.sent()} events acknowledged and kept, ${outcomes.size} writes sent to three servers each\n`,
    )
  })
})

interface Answer {
  readonly code: string
  readonly name?: string
}
