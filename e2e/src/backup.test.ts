import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { FOOTFALL } from './footfall-command.ts'
import {
  jsonOf,
  readJson,
  type ServerProcess,
  startServer,
  type TemporaryDirectory,
  temporaryDirectory,
  until,
} from './server-process.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

describe('footfall restore', () => {
  let directory: TemporaryDirectory
  let demoCopy: TemporaryDirectory
  let dataDir: string
  let server: ServerProcess
  let demo: Demo

  beforeAll(async () => {
    ;[directory, demoCopy] = await Promise.all([temporaryDirectory(), demoDirectory()])
    dataDir = demoCopy.path
    server = await startServer({ dataDir })
    demo = await readJson(join(dataDir, 'demo.json'))
  })
  afterAll(async () => {
    await server?.end()
    await Promise.all([directory?.remove(), demoCopy?.remove()])
  })

  function footfall(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [FOOTFALL, ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      encoding: 'utf8',
    })
    return { status, output: stdout + stderr }
  }

  async function counted(filter?: string): Promise<number> {
    const filters = filter && JSON.stringify([{ dimension: 'event', operator: 'is', values: [filter] }])
    const query = new URLSearchParams({
      product: demo.ingest.product,
      metric: 'events',
      from: day(92),
      to: day(-1),
      ...(filters && { filters }),
    })
    const response = await fetch(`${server.url}/api/v1/stats?${query}`, {
      headers: { authorization: `Bearer ${demo.account_token}` },
    })
    return (await jsonOf(response)).data.value ?? 0
  }

  it('restores every event, those in the ingest log included, and keeps sessions valid', async () => {
    const cookie = await signIn()
    const events = await counted()
    expect(events).toBeGreaterThan(100_000)
    const body = JSON.stringify({ product: demo.ingest.product, name: 'Late', url: 'https://lumen-notes.example/' })
    const init = { method: 'POST', headers: { 'content-type': 'text/plain', 'user-agent': BROWSER }, body }
    expect((await fetch(`${server.url}/api/event`, init)).status).toBe(202)
    // Before the half second is over in which events move to the engine, or just after: either way nothing is lost.
    await server.end('SIGKILL')

    const backup = join(directory.path, 'backup')
    expect(footfall('backup', backup)).toMatchObject({ status: 0 })
    await rm(dataDir, { recursive: true })
    expect(footfall('restore', backup)).toMatchObject({ status: 0 })
    server = await startServer({ dataDir, port: Number(new URL(server.url).port) })

    await until('the event that was collected last', async () => (await counted('Late')) === 1)
    expect(await counted()).toBe(events + 1)
    const own = await fetch(`${server.url}/api/v1/mcp/account`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(await jsonOf(own)).toMatchObject({ data: { email: demo.email } })
  })

  async function signIn(): Promise<string> {
    const { origin } = new URL(server.url.replace('127.0.0.1', 'localhost'))
    const response = await fetch(`${server.url}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin },
      body: new URLSearchParams({ email: demo.email, password: demo.password }),
    })
    expect(response.status).toBe(303)
    return response.headers.getSetCookie().map((line) => line.split(';')[0])[0] ?? ''
  }
})
