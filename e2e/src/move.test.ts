import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type ClickHouseHttp, type FreshDatabase, freshDatabase, startClickHouseHttp } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { FOOTFALL } from './footfall-command.ts'
import { jsonOf, readJson, startServer, type TemporaryDirectory, temporaryDirectory } from './server-process.ts'

describe('footfall migrate --from-data-dir', () => {
  let database: FreshDatabase
  let clickhouse: ClickHouseHttp
  const directories: TemporaryDirectory[] = []

  beforeAll(async () => {
    ;[database, clickhouse] = await Promise.all([freshDatabase('postgres'), startClickHouseHttp()])
    directories.push(await demoDirectory(), await temporaryDirectory())
  })
  afterAll(async () => {
    await Promise.all([clickhouse?.stop(), database?.drop()])
    await Promise.all(directories.map((directory) => directory.remove()))
  })

  async function migrate(env: Record<string, string>, from: string) {
    const child = spawn(process.execPath, [FOOTFALL, 'migrate', '--from-data-dir', from, '--json'], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { code, out: out === '' ? undefined : JSON.parse(out), err: err === '' ? undefined : JSON.parse(err) }
  }

  it('moves a service to PostgreSQL and ClickHouse, where the same tokens get the same responses', async () => {
    const [from, fresh] = directories.map(({ path }) => path) as [string, string]
    const env = {
      DATABASE_URL: 'postgres' in database.config ? database.config.postgres.url : '',
      CLICKHOUSE_URL: clickhouse.url,
      SESSION_SECRET: 's'.repeat(48),
    }
    const embedded = await startServer({ dataDir: from })
    const demo = await readJson<Demo>(join(from, 'demo.json'))
    const until = demo.created_at.slice(0, 10)
    const since = new Date(Date.parse(until) - 29 * 86_400_000).toISOString().slice(0, 10)
    const answers = (url: string) =>
      Promise.all(
        [
          '/api/v1/products',
          ...demo.products.map(
            ({ id }) => `/api/v1/stats?product=${id}&metric=visitors&from=${since}&to=${until}&interval=day`,
          ),
          ...demo.products.map(({ id }) => `/api/v1/stats?product=${id}&metric=revenue&from=${since}&to=${until}`),
        ].map(async (path) => {
          const answer = await fetch(url + path, { headers: { authorization: `Bearer ${demo.account_token}` } })
          return [path, answer.status, (await jsonOf(answer)).data]
        }),
      )
    const before = await answers(embedded.url)
    expect(before.map(([, status]) => status)).toEqual(before.map(() => 200))

    const running = await migrate({ ...env, DATA_DIR: fresh }, from)
    expect(running).toMatchObject({ code: 1, err: { error: { code: 'refused' } } })
    expect(running.err.error.message).toContain('Stop it first')
    await embedded.end()

    const moved = await migrate({ ...env, DATA_DIR: fresh }, from)
    expect(moved).toMatchObject({ code: 0, out: { moved: true, control_rows: { accounts: expect.any(Number) } } })
    expect(Number(moved.out.analytics.events)).toBeGreaterThan(200_000)
    expect(await migrate({ ...env, DATA_DIR: fresh }, from)).toMatchObject({
      code: 1,
      err: { error: { code: 'refused' } },
    })

    const target = await startServer({ dataDir: fresh, env })
    try {
      expect(await answers(target.url)).toEqual(before)
    } finally {
      await target.end()
    }
  })
})
