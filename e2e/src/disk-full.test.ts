import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firstProduct } from './first-product.ts'
import { FOOTFALL } from './footfall-command.ts'
import { freePort, jsonOf, type ServerProcess, startServer, temporaryDirectory, until } from './server-process.ts'
import { FIRST_BUNDLE } from './upgrade/first-bundle.ts'

const DISK_BYTES = 32 * 1024 * 1024
const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

const mount = (path: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', path]).status === 0
const unmount = (path: string) => spawnSync('umount', ['--lazy', path])

/** A small disk can be mounted only by root, and not in every container. */
const canMount = await (async () => {
  const path = await mkdtemp(join(tmpdir(), 'footfall-mount-'))
  const mounted = mount(path)
  if (mounted) unmount(path)
  await rm(path, { recursive: true })
  return mounted
})()

describe('an ingest log that cannot be written', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let ingest: string
  let server: ServerProcess
  let metricsPort: number
  let product: string
  let token: string

  beforeEach(async () => {
    directory = await temporaryDirectory()
    ingest = join(directory.path, 'ingest')
    await mkdir(ingest)
  })
  afterEach(async () => {
    await server?.end()
    unmount(ingest)
    await directory.remove()
  })

  async function start(): Promise<void> {
    metricsPort = await freePort()
    const port = await freePort()
    server = await startServer({ dataDir: directory.path, port, env: { METRICS_PORT: String(metricsPort) } })
    const origin = `http://localhost:${port}`
    ;({ product, token } = await firstProduct(origin, server.url, ['analytics:read']))
  }

  const send = () =>
    fetch(`${server.url}/api/event`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': BROWSER },
      body: JSON.stringify({ product, name: 'pageview', url: 'https://shop.example/' }),
    })
  /** Sends so many, one after the other; answers how many were acknowledged. */
  async function acknowledged(count: number): Promise<number> {
    let accepted = 0
    for (let i = 0; i < count; i++) {
      const answer = await send()
      const body = await jsonOf(answer)
      if (answer.status === 202) accepted++
      else expect(body).toMatchObject({ status: 503, code: 'service_unavailable' })
    }
    return accepted
  }
  async function ready(path: string) {
    const answer = await fetch(server.url + path)
    return { status: answer.status, body: await jsonOf(answer) }
  }
  async function counted(): Promise<number> {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const answer = await fetch(
      `${server.url}/api/v1/stats?product=${product}&metric=pageviews&from=${day(-1)}&to=${day(1)}`,
      { headers: { authorization: `Bearer ${token}` } },
    )
    return (await jsonOf(answer)).data.value ?? 0
  }
  const linesAbout = (text: string) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes(text))

  async function rejectsAndRecovers(fault: string, obstruct: () => Promise<void>, clear: () => Promise<void>) {
    await start()
    let accepted = await acknowledged(5)
    expect(accepted).toBe(5)
    await obstruct()
    await until('the log to reject an event', async () => {
      const taken = await acknowledged(1)
      accepted += taken
      return taken === 0
    })
    await until('a line about it', async () => linesAbout(`"fault":"${fault}"`).length > 0)
    const printed = server.output().split('\n').length
    expect(await acknowledged(100)).toBe(0)
    for (const path of ['/readyz', '/readyz/collect'])
      expect(await ready(path)).toMatchObject({
        status: 503,
        body: { status: 'unavailable', checks: { ingest_log: 'down' } },
      })
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(metrics).toContain('footfall_check_up{check="ingest_log"} 0')
    expect(Number(/^footfall_ingest_refused_events_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(100)
    // A hundred rejected events add nothing to the log.
    expect(linesAbout(`"fault":"${fault}"`)).toHaveLength(1)
    expect(server.output().split('\n').length - printed).toBeLessThan(5)

    await clear()
    await until('the service to be ready again', async () => (await ready('/readyz')).body.status === 'ready')
    expect(await acknowledged(5)).toBe(5)
    accepted += 5
    await until('every acknowledged event', async () => (await counted()) >= accepted)
    expect(await counted()).toBe(accepted)
  }

  it.skipIf(!canMount)(
    'the service rejects every event with 503 on a full disk, is not ready, logs it once, and recovers without a restart',
    () => {
      expect(mount(ingest)).toBe(true)
      const ballast = join(ingest, 'ballast')
      return rejectsAndRecovers(
        'disk_full',
        () => fill(ballast),
        () => rm(ballast),
      )
    },
  )

  it('returns 503 for every event while the log directory is missing, reports not ready, logs it once, and recovers without a restart', () => {
    const aside = `${ingest}-aside`
    return rejectsAndRecovers(
      'not_writable',
      async () => {
        await rename(ingest, aside)
        await writeFile(ingest, 'in the way')
      },
      async () => {
        await rm(ingest)
        await rename(aside, ingest)
      },
    )
  })
})

describe('an upgrade on a full disk', () => {
  it.skipIf(!canMount)('changes nothing and names the disk, and keeps every account once there is room', async () => {
    const directory = await temporaryDirectory()
    const disk = join(directory.path, 'disk')
    await mkdir(disk)
    expect(mount(disk)).toBe(true)
    try {
      const dataDir = join(disk, 'data')
      await mkdir(dataDir, { mode: 0o700 })
      const database = new DatabaseSync(join(dataDir, 'footfall.sqlite'))
      const stored = new URL('upgrade/first-bundle/control-data.sql', import.meta.url)
      database.exec(`pragma journal_mode = wal; ${await readFile(stored, 'utf8')}`)
      database.close()
      const ballast = join(disk, 'ballast')
      await fill(ballast)

      const run = (...args: readonly string[]) =>
        spawnSync(process.execPath, [FOOTFALL, ...args], {
          env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0' },
          encoding: 'utf8',
        })
      expect(run('serve')).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/DATA_DIR cannot be used: .* is on a full disk\. Make room at /),
      })
      for (const command of [['migrate'], ['upgrade', '--check']]) {
        const { status, stdout, stderr } = run(...command)
        expect({ command, status, said: stdout + stderr }).toEqual({
          command,
          status: 1,
          said: expect.stringMatching(/Make room (on the disk of|at) /),
        })
        expect(stdout + stderr).not.toContain('chown')
      }
      expect((await readdir(dataDir)).filter((name) => !name.startsWith('footfall.sqlite'))).toEqual([])

      await rm(ballast)
      expect(run('migrate')).toMatchObject({ status: 0, stderr: '' })
      const { stdout } = run('account', 'list', '--json')
      expect(JSON.parse(stdout).accounts).toEqual([expect.objectContaining({ email: FIRST_BUNDLE.email })])
    } finally {
      unmount(disk)
      await directory.remove()
    }
  })
})

/** Writes until there is no room for another byte. */
async function fill(path: string): Promise<void> {
  for (const size of [1024 * 1024, 4096]) {
    for (;;) {
      try {
        await writeFile(path, Buffer.alloc(size, 1), { flag: 'a' })
      } catch {
        break
      }
    }
  }
}

describe('a service whose BASE_URL is https', () => {
  it('a service on https sends Strict-Transport-Security with every response, and a service on http never does', async () => {
    const directory = await temporaryDirectory()
    const paths = ['/', '/readyz', '/healthz', '/sign-in', '/js/footfall.js', '/api/v1/account', '/api/mcp', '/nothing']
    const headersOf = async (env: Record<string, string>) => {
      const server = await startServer({ dataDir: directory.path, env })
      try {
        return await Promise.all(
          paths.map(async (path) => {
            const answer = await fetch(server.url + path, { redirect: 'manual' })
            return answer.headers.get('strict-transport-security')
          }),
        )
      } finally {
        await server.end()
      }
    }
    try {
      expect(await headersOf({ BASE_URL: 'https://stats.example.com' })).toEqual(paths.map(() => 'max-age=31536000'))
      expect(await headersOf({})).toEqual(paths.map(() => null))
    } finally {
      await directory.remove()
    }
  })
})
