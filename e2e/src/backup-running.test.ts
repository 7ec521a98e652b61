import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dialect } from '@footfall/storage'
import { migratedDatabase } from '@footfall/testkit'
import { openEngine } from '@footfall/warehouse'
import { afterEach, expect, it } from 'vitest'
import { sendEvents } from './event-load.ts'
import { footfall } from './footfall-command.ts'
import { startServer, temporaryDirectory, until } from './server-process.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Where the control data is: in the data directory, or in a PostgreSQL database beside it. */
async function storesOn(dialect: Dialect): Promise<Readonly<Record<string, string>>> {
  if (dialect === 'sqlite') return {}
  const { config, drop } = await migratedDatabase('postgres')
  cleanups.push(drop)
  return 'postgres' in config ? { DATABASE_URL: config.postgres.url, SESSION_SECRET: 's'.repeat(32) } : {}
}

it.each<Dialect>(['sqlite', 'postgres'])(
  'a backup of a running service with control data on %s holds every event that was acknowledged before, and none twice',
  async (dialect) => {
    const directory = await temporaryDirectory()
    cleanups.push(() => directory.remove())
    const [from, to, backup] = ['from', 'to', 'backup'].map((name) => join(directory.path, name))
    if (from === undefined || to === undefined || backup === undefined) throw new Error('no directory')
    const env = await storesOn(dialect)
    const on = (dataDir: string, ...args: string[]) => footfall({ DATA_DIR: dataDir, ...env }, ...args)
    await on(from, 'account', 'create', '--email', 'ada@example.com', '--name', 'Ada')
    const created = await on(from, 'product', 'create', '--account', 'ada@example.com', '--name', 'Shop')
    const server = await startServer({
      dataDir: from,
      env: { ...env, RATE_LIMIT_COLLECT: '0', QUOTA_EVENTS_PER_HOUR: '0' },
    })
    cleanups.push(() => server.end('SIGKILL'))

    const load = sendEvents(() => [server.url], created.product.id, 20)
    await until('events to be acknowledged', async () => load.acknowledged.size > 20)
    const before = [...load.acknowledged]
    const made = await on(from, 'backup', backup)
    const during = load.acknowledged.size
    await until('events after the backup', async () => load.acknowledged.size > during + 5)
    await load.stop()
    expect([...load.statuses.keys()]).toEqual([202])
    expect(made).toMatchObject({ scope: 'everything', control_rows: dialect === 'sqlite' ? { accounts: 1 } : null })
    const left = async () => (await readdir(join(from, 'clickhouse', 'shadow'))).includes('footfall-backup')
    await until('the snapshot to be removed', async () => !(await left()))
    expect(await server.end()).toBe(0)

    expect(await on(to, 'restore', backup)).toMatchObject({ made_at: made.made_at })
    const restored = await startServer({ dataDir: to, env })
    cleanups.push(() => restored.end('SIGKILL'))
    const waiting = async () => (await readdir(join(to, 'ingest'))).filter((name) => name.endsWith('.log'))
    await until('the restored log to be delivered', async () => (await waiting()).length === 0)
    expect(await restored.end()).toBe(0)
    const engine = await openEngine({ embedded: { path: join(to, 'clickhouse') } })
    cleanups.push(() => engine.close())
    const rows = await engine.rows<{ n: number; times: string; summed: string }>(
      "SELECT toUInt32(props['n']) AS n, count() AS times FROM events WHERE name = 'Sequence' GROUP BY n ORDER BY n",
    )
    const restoredNumbers = new Set(rows.map(({ n }) => n))
    expect(rows.filter(({ times }) => times !== '1')).toEqual([])
    expect(before.filter((n) => !restoredNumbers.has(n))).toEqual([])
    expect(restoredNumbers.size).toBeLessThan(load.acknowledged.size)
  },
)
