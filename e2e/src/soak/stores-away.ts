import { startClickHouseHttp, startOwnPostgres } from '@footfall/testkit'
import pg from 'pg'
import { pause, sendEvents } from '../event-load.ts'
import { firstProduct } from '../first-product.ts'
import { freePort, startServer, temporaryDirectory, until } from '../server-process.ts'
import { compareKept, sendWrites } from './compare-kept.ts'
import { retriedRename } from './retried-rename.ts'
import type { Scenario } from './scenario.ts'

const AWAY_MS = 60_000
const TIMES = 2

export const storesAway: Scenario = {
  name: 'outages of PostgreSQL and ClickHouse',
  async run() {
    const directory = await temporaryDirectory()
    const [postgres, clickhouse] = await Promise.all([startOwnPostgres(), startClickHouseHttp()])
    const port = await freePort()
    const server = await startServer({
      dataDir: directory.path,
      port,
      env: {
        DATABASE_URL: postgres.url,
        CLICKHOUSE_URL: clickhouse.url,
        SESSION_SECRET: 's'.repeat(48),
        RATE_LIMIT_REQUESTS: '0',
        RATE_LIMIT_WRITES: '0',
        RATE_LIMIT_COLLECT: '0',
      },
    })
    try {
      const origin = `http://localhost:${port}`
      const { product, token } = await firstProduct(origin, server.url, ['settings:write'])
      const events = sendEvents(() => [server.url], product, 300)
      const writes = sendWrites(retriedRename(() => server.url, { product, token }))
      for (let time = 0; time < TIMES; time++) {
        await pause(1_000)
        await postgres.restart()
        await pause(1_000)
        await clickhouse.pause()
        await pause(AWAY_MS)
        await clickhouse.resume()
      }
      await Promise.all([events.stop(), writes.stop()])
      const stored = async () => {
        const answer = await fetch(clickhouse.url, {
          method: 'POST',
          body: "SELECT toUInt32(props['n']) AS n FROM events WHERE name = 'Sequence' FORMAT TSV",
        })
        const text = await answer.text()
        return answer.ok && text !== '' ? text.trimEnd().split('\n').map(Number) : []
      }
      let kept: number[] = []
      await until(
        'the ingest log to be empty',
        async () => {
          kept = await stored()
          const there = new Set(kept)
          return [...events.acknowledged].every((n) => there.has(n))
        },
        60_000,
      ).catch(() => {})
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      const { rows } = await client.query<{ key: string; n: number }>(
        'select idempotency_key as key, count(*)::int as n from audit_entries where idempotency_key is not null group by 1',
      )
      await client.end()
      const keptWrites = new Map(rows.map(({ key, n }) => [key, n]))
      const note = `PostgreSQL restarted and ClickHouse unavailable for ${AWAY_MS / 1000} s, ${TIMES} times`
      return compareKept(events, writes, { events: kept, writes: keptWrites }, note)
    } finally {
      await server.end()
      await Promise.all([postgres.stop(), clickhouse.stop()])
      await directory.remove()
    }
  },
}
