import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { FOOTFALL } from './footfall-command.ts'
import { jsonOf, readJson, type ServerProcess, startServer, type TemporaryDirectory, until } from './server-process.ts'

const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

describe('acknowledged events', () => {
  let directory: TemporaryDirectory
  let server: ServerProcess

  beforeEach(async () => {
    directory = await demoDirectory()
    server = await startServer({ dataDir: directory.path, env: { RATE_LIMIT_COLLECT: '0' } })
  })
  afterEach(async () => {
    await server.end()
    await directory.remove()
  })

  /** Sends events until `stopped` holds, and returns how many were answered with 202. */
  async function sendUntil(stopped: () => boolean, name: string, product: string): Promise<number> {
    let acknowledged = 0
    const worker = async () => {
      while (!stopped()) {
        const status = await fetch(`${server.url}/api/event`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': BROWSER },
          body: JSON.stringify({ product, name, url: 'https://lumen-notes.example/' }),
        }).then(
          (response) => response.status,
          () => 0,
        )
        if (status === 202) acknowledged++
      }
    }
    await Promise.all(Array.from({ length: 16 }, worker))
    return acknowledged
  }

  async function counted(name: string, demo: Demo): Promise<number> {
    const filters = encodeURIComponent(JSON.stringify([{ dimension: 'event', operator: 'is', values: [name] }]))
    const response = await fetch(
      `${server.url}/api/v1/stats?product=${demo.ingest.product}&metric=events&from=${day(1)}&to=${day(-1)}&filters=${filters}`,
      { headers: { authorization: `Bearer ${demo.account_token}` } },
    )
    const { data } = await jsonOf(response)
    return data.value ?? 0
  }

  it('an acknowledged event is stored exactly once after kill -9 under load', async () => {
    const demo = await readJson<Demo>(join(directory.path, 'demo.json'))
    let acknowledged = 0
    for (let round = 1; round <= 3; round++) {
      let stop = false
      const sending = sendUntil(() => stop, 'Survives', demo.ingest.product)
      // Each round ends at another moment of the half second between two drains of the log.
      await new Promise((resolve) => setTimeout(resolve, 350 + round * 230))
      await server.end('SIGKILL')
      stop = true
      acknowledged += await sending
      server = await startServer({ dataDir: directory.path, env: { RATE_LIMIT_COLLECT: '0' } })
    }
    expect(acknowledged).toBeGreaterThan(0)
    // An event without a response may be stored. An event with a 202 must be.
    await until('every acknowledged event', async () => (await counted('Survives', demo)) >= acknowledged)
    const inFlight = 16 * 3
    expect(await counted('Survives', demo)).toBeLessThanOrEqual(acknowledged + inFlight)
  })

  it('an acknowledged event is in the engine before SIGTERM ends the service with exit code 0', async () => {
    const demo = await readJson<Demo>(join(directory.path, 'demo.json'))
    let stop = false
    const sending = sendUntil(() => stop, 'Flushed', demo.ingest.product)
    await until('some events', async () => (await counted('Flushed', demo)) > 0)
    expect(await server.end('SIGTERM')).toBe(0)
    stop = true
    const acknowledged = await sending
    server = await startServer({ dataDir: directory.path })
    expect(await counted('Flushed', demo)).toBeGreaterThanOrEqual(acknowledged)
  })
})

describe('an invalid setting', () => {
  it.each([
    ['PORT', 'eighty'],
    ['BASE_URL', 'ftp://x'],
    ['DATABASE_URL', 'mysql://x'],
    ['CLICKHOUSE_URL', 'not a url'],
    ['LOG_LEVEL', 'loud'],
    ['DEMO', 'yes'],
    ['TRUST_PROXY', '-1'],
    ['RATE_LIMIT_REQUESTS', '1e99'],
  ])('an invalid setting stops the process with one line that names it: %s=%s', (variable, value) => {
    const { status, stderr } = spawnSync(process.execPath, [FOOTFALL, 'serve'], {
      env: { PATH: process.env.PATH, [variable]: value },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(variable)
  })
})
