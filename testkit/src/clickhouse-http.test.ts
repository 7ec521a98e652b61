import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClickHouseHttp, freePort, startClickHouseHttp } from './index.ts'

// These tests cause errors, and the client would print each.
const log = { level: ClickHouseLogLevel.OFF }

let server: ClickHouseHttp
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  server = await startClickHouseHttp()
  client = createClient({ url: server.url, log, compression: { request: true, response: true } })
  await client.command({ query: 'CREATE TABLE t (a UInt64, s String) ENGINE = MergeTree ORDER BY a' })
})
afterAll(async () => {
  await client.close()
  await server.stop()
})

describe('the ClickHouse server of the tests', () => {
  it('answers a ping of the official client', async () => {
    expect(await client.ping()).toEqual({ success: true })
  })

  it('accepts compressed inserts, returns the rows, and echoes the id of the query', async () => {
    const values = [
      { a: '18446744073709551615', s: "quo'te;\n\\" },
      { a: 1, s: '🧪' },
    ]
    const inserted = await client.insert({ table: 't', values, format: 'JSONEachRow', query_id: 'one' })
    expect(inserted.response_headers['x-clickhouse-query-id']).toBe('one')
    expect(inserted.summary?.written_rows).toBe('2')
    const rows = await client.query({
      query: 'SELECT toString(a) AS a, s FROM t ORDER BY t.a DESC',
      format: 'JSONEachRow',
    })
    expect(await rows.json()).toEqual([values[0], { a: '1', s: '🧪' }])
  })

  it('applies settings only to their own query', async () => {
    const threads = "SELECT value FROM system.settings WHERE name = 'max_threads'"
    const read = async (clickhouse_settings: ClickHouseSettings) =>
      (await client.query({ query: threads, format: 'TabSeparated', clickhouse_settings })).text()
    expect(await read({ max_threads: 1 })).toBe('1\n')
    expect(await read({})).not.toBe('1\n')
  })

  it('accepts an insert without rows as done', async () => {
    await expect(client.exec({ query: 'INSERT INTO t FORMAT JSONEachRow', values: emptyBody() })).resolves.toBeDefined()
  })

  it.each([
    ['SELECT x FROM nowhere', '60', 'UNKNOWN_TABLE'],
    ['SELECT (', '62', 'SYNTAX_ERROR'],
    ['SELECT throwIf(1)', '395', 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO'],
  ])('rejects %s with code %s', async (query, code, type) => {
    await expect(client.query({ query })).rejects.toMatchObject({ code, type })
  })

  it('rejects requests that it does not support', async () => {
    await expect(client.query({ query: 'SELECT {a:String}', query_params: { a: 'x' } })).rejects.toMatchObject({
      type: 'NOT_IMPLEMENTED',
    })
    const elsewhere = createClient({ url: server.url, log, database: 'elsewhere' })
    await expect(elsewhere.query({ query: 'SELECT 1' })).rejects.toMatchObject({ type: 'UNKNOWN_DATABASE' })
    await elsewhere.close()
  })

  it('keeps acknowledged rows when it is killed, and restarts on the same port', async () => {
    const count = async () =>
      (await client.query({ query: 'SELECT toUInt32(count()) AS n FROM t', format: 'JSONEachRow' })).json()
    const before = await count()
    await server.pause()
    await expect(count()).rejects.toMatchObject({ code: expect.stringMatching(/^ECONN(REFUSED|RESET)$/) })
    await server.resume()
    expect(await count()).toEqual(before)
  })
})

async function* nothing() {}
function emptyBody() {
  return Readable.from(nothing())
}

describe('the ClickHouse server of the tests, started by hand', () => {
  it('serves several clients, is killed and restarts on the same directory with the acknowledged rows', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'footfall-clickhouse-hand-'))
    const port = String(await freePort())
    let running = await startByHand(port, directory)
    const clients = [1, 2].map(() => createClient({ url: running.url, log }))
    const [first] = clients
    await first?.command({ query: 'CREATE TABLE shared (a UInt64) ENGINE = MergeTree ORDER BY a' })
    const writeAll = () =>
      Promise.all(
        clients.map((each, i) =>
          each.insert({
            table: 'shared',
            values: Array.from({ length: 500 }, (_, n) => ({ a: i * 500 + n })),
            format: 'JSONEachRow',
          }),
        ),
      )
    const total = async () =>
      (await first?.query({ query: 'SELECT toUInt32(count()) AS n FROM shared', format: 'JSONEachRow' }))?.json()
    await writeAll()
    for (let life = 0; life < 2; life++) {
      await running.kill()
      running = await startByHand(port, directory)
      expect(await total()).toEqual([{ n: 1000 * (life + 1) }])
      await writeAll()
    }
    expect(await total()).toEqual([{ n: 3000 }])
    await Promise.all(clients.map((each) => each.close()))
    await running.kill()
    await rm(directory, { recursive: true, force: true })
  })
})

/** Starts `node … PORT DIRECTORY` and reads the address from standard output. */
async function startByHand(port: string, directory: string) {
  const server = fileURLToPath(new URL('./clickhouse-http-server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=footfall-source', server, port, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return {
    url: String(line).trim(),
    async kill() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
