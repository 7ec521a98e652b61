import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { RELEASE_VERSION } from '@footfall/core-domain'
import { startClickHouseHttp } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BundledFootfall, type BundledService, bundledFootfall } from './bundled-footfall.ts'
import { sendEvents } from './event-load.ts'
import { stateOf } from './folder-state.ts'
import {
  bytesBelow,
  cleanEnvironment,
  codeBlocks,
  installProject,
  packPackage,
  type Tarball,
} from './packages-tarballs.ts'
import { freePort, jsonOf, until } from './server-process.ts'
import { unitIn } from './systemd-unit.ts'
import { dataOfFirstBundle, daysAgo, FIRST_BUNDLE } from './upgrade/first-bundle.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MIB = 1024 ** 2
const BASE_URL = 'https://stats.example.com'
const run = promisify(execFile)

let place: string
const made: BundledFootfall[] = []
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'footfall-bundle-'))
})
afterAll(async () => {
  for (const each of made) each.end()
  await rm(place, { recursive: true, force: true })
})

async function bundle(name: string, ...options: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['scripts/bundle.mjs', '--out', join(place, name), ...options], {
    cwd: ROOT,
  })
  return stdout.trim()
}

function runnable(file: string, env: Readonly<Record<string, string>> = {}): BundledFootfall {
  const footfall = bundledFootfall(file, env)
  made.push(footfall)
  return footfall
}

async function answerToSignIn(
  url: string,
  email: string,
  password: string,
  { origin } = new URL(url.replace('127.0.0.1', 'localhost')),
): Promise<Response> {
  const body = new URLSearchParams({ email, password })
  return fetch(`${url}/sign-in`, { method: 'POST', redirect: 'manual', headers: { origin }, body })
}

/** The status of the answer to a sign-in: 303 after a right password, 403 after a wrong one. */
async function signIn(url: string, email: string, password: string): Promise<number> {
  return (await answerToSignIn(url, email, password)).status
}

async function visit(url: string, product: string): Promise<void> {
  const sent = await fetch(`${url}/api/event`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    body: JSON.stringify({ product, name: 'pageview', url: 'https://example.com/' }),
  })
  expect(sent.status).toBe(202)
}

/** Metrics of the last days, from the API. */
async function numbers(url: string, token: string, product: string) {
  const number = async (metric: string): Promise<number> => {
    const query = new URLSearchParams({ product, metric, from: daysAgo(4), to: daysAgo(-1) })
    const answer = await fetch(`${url}/api/v1/stats?${query}`, { headers: { authorization: `Bearer ${token}` } })
    return (await jsonOf(answer)).data.value ?? 0
  }
  return { visits: await number('visits'), pageviews: await number('pageviews'), events: await number('events') }
}

describe('the bundle with Node.js and the engine', () => {
  let folder: string
  let bundled: BundledFootfall
  beforeAll(async () => {
    folder = join(place, 'unpacked')
    await rename(await bundle('whole', '--with-node'), folder)
    bundled = runnable(join(folder, 'bin/footfall'))
  })

  const tokenIn = async (dataDir: string, account: string): Promise<string> => {
    const options = ['--account', account, '--name', 'numbers', '--scopes', 'analytics:read', '--products', 'all']
    return (await bundled.json(dataDir, 'token', 'create', ...options)).secret
  }

  it('a new operator can run the bundle, reset a lost password, back up under load, and restore the same numbers elsewhere', async () => {
    const before = await stateOf(folder)
    const [data, backup, elsewhere] = [join(place, 'data'), join(place, 'backup'), join(place, 'elsewhere')]
    const email = 'ada@example.com'
    const service = await bundled.serve(data)
    for (const path of [
      '/',
      '/js/footfall.js',
      '/assets/pages.css',
      '/docs/api/reference.js',
      '/docs/',
      '/docs/deploy',
      '/llms.txt',
    ])
      expect([path, (await fetch(service.url + path)).status]).toEqual([path, 200])

    const { password: lost } = await bundled.json(data, 'account', 'create', '--email', email, '--name', 'Ada')
    expect(await signIn(service.url, email, lost)).toBe(303)
    const { password } = await bundled.json(data, 'account', 'reset-password', '--email', email)
    expect([await signIn(service.url, email, lost), await signIn(service.url, email, password)]).toEqual([403, 303])

    const product = async (name: string): Promise<string> =>
      (await bundled.json(data, 'product', 'create', '--account', email, '--name', name)).product.id
    const [site, busy] = [await product('Site'), await product('Busy')]
    const token = await tokenIn(data, email)
    for (let visits = 0; visits < 3; visits++) await visit(service.url, site)
    const counted = async (url: string, of: string) => (await numbers(url, token, of)).events
    await until('three pageviews', async () => (await counted(service.url, site)) === 3)

    const load = sendEvents(() => [service.url], busy, 20)
    await until('events to be acknowledged', async () => load.acknowledged.size > 20)
    const acknowledged = load.acknowledged.size
    expect(await bundled.json(data, 'backup', backup)).toMatchObject({ scope: 'everything' })
    const during = load.acknowledged.size
    await until('events after the backup', async () => load.acknowledged.size > during + 5)
    await load.stop()
    expect([...load.statuses.keys()]).toEqual([202])
    const numbersOfSite = await numbers(service.url, token, site)
    expect(await service.stop()).toBe(0)

    await bundled.json(elsewhere, 'restore', backup)
    const restored = await bundled.serve(elsewhere)
    expect([await signIn(restored.url, email, lost), await signIn(restored.url, email, password)]).toEqual([403, 303])
    await until('every event from before the backup', async () => (await counted(restored.url, busy)) >= acknowledged)
    expect(await counted(restored.url, busy)).toBeLessThan(load.acknowledged.size)
    expect(await numbers(restored.url, token, site)).toEqual(numbersOfSite)
    expect(await restored.stop()).toBe(0)
    expect(await stateOf(folder)).toEqual(before)
  })

  /** Follows the upgrade of docs/deploy.md below a folder; answers the service that the unit starts. */
  async function upgradeAsDocumented(root: string): Promise<BundledService> {
    const at = (text: string) => text.replace(/\/(?=(?:opt|etc|var)\/)/g, `${root}/`)
    const page = await readFile(join(ROOT, 'docs/deploy.md'), 'utf8')
    const block = codeBlocks(page, 'sh').find(({ code }) => code.includes('mv /opt/footfall-new'))
    let service: BundledService | undefined
    for (const command of (block?.code ?? '').trim().split(/\n| && /)) {
      if (command === 'systemctl start footfall') {
        const { execStart, env } = await unitIn(join(root, 'etc/systemd/system/footfall.service'), at)
        const [file = '', ...rest] = execStart.split(' ')
        expect(rest).toEqual(['serve'])
        service = await runnable(file, env).serve(env.DATA_DIR ?? '')
      } else if (!/^systemctl (stop footfall|daemon-reload)$/.test(command)) {
        await run('/bin/sh', ['-c', at(command)])
      }
    }
    if (service === undefined) throw new Error('The documented steps start no service.')
    return service
  }

  it('the documented upgrade from the first bundle keeps its accounts, statistics and ingest log, and counts new events', async () => {
    const root = join(place, 'machine')
    for (const path of ['opt/footfall', 'opt/footfall-old/of-an-earlier-upgrade', 'etc/systemd/system', 'var/lib'])
      await mkdir(join(root, path), { recursive: true })
    await writeFile(join(root, 'opt/footfall/version'), 'first bundle')
    await writeFile(join(root, 'etc/footfall.env'), `BASE_URL=${BASE_URL}\n`)
    await writeFile(join(root, 'etc/systemd/system/footfall.service'), 'ExecStart=/opt/footfall/removed-since\n')
    await run('cp', ['-al', folder, join(root, 'opt/footfall-new')])
    const data = join(root, 'var/lib/footfall')
    await dataOfFirstBundle(data)
    const { email, password, product } = FIRST_BUNDLE
    const service = await upgradeAsDocumented(root)
    expect(await readdir(join(root, 'opt'))).toEqual(['footfall', 'footfall-old'])
    expect(await readdir(join(root, 'opt/footfall-old'))).toEqual(['version'])
    expect((await answerToSignIn(service.url, email, password, new URL(BASE_URL))).status).toBe(303)
    const token = await tokenIn(data, email)
    const events = async () => (await numbers(service.url, token, product)).events
    await until('the event in the ingest log', async () => (await events()) === FIRST_BUNDLE.numbers.events)
    expect(await numbers(service.url, token, product)).toEqual(FIRST_BUNDLE.numbers)
    await visit(service.url, product)
    await until('the new event', async () => (await events()) === FIRST_BUNDLE.numbers.events + 1)
    expect(await service.stop()).toBe(0)
  })

  it('a service that is stopped while it starts exits with code 0', async () => {
    const data = join(place, 'stopped')
    const service = await bundled.start(data)
    await until('its database', async () => existsSync(join(data, 'footfall.sqlite')))
    expect(await service.stop()).toBe(0)
  })

  it('the bundle prints its version and runs the bridge to MCP', async () => {
    for (const command of [[], ['mcp'], ['serve']])
      expect((await bundled.run([...command, '--version'], {})).stdout.trim()).toBe(RELEASE_VERSION)
    const bridge = runnable(join(folder, 'bin/footfall-mcp'))
    expect((await bridge.run(['--help'], {})).stdout).toContain('footfall-mcp --stdio')
  })

  it('the bundle contains the licenses of all its packages', async () => {
    const names = await readdir(join(folder, 'lib'))
    expect(names).toContain('licences.txt')
  })

  it('the bundle takes at most 650 MiB without Node.js', async () => {
    expect((await bytesBelow(folder)) - (await bytesBelow(join(folder, 'node')))).toBeLessThan(650 * MIB)
  })
})

it('the bundle without the engine takes at most 60 MiB, and names its requirements and an environment file that does not exist', async () => {
  const folder = await bundle('small', '--without-engine')
  expect(await bytesBelow(folder)).toBeLessThan(60 * MIB)
  const PATH = join(process.execPath, '..')
  const env = { PATH, DATA_DIR: join(place, 'small-data'), PORT: String(await freePort()) }
  await expect(run('/bin/sh', [join(folder, 'bin/footfall'), 'serve'], { cwd: '/', env })).rejects.toMatchObject({
    code: 1,
    stderr:
      'footfall: DATA_DIR cannot be used: embedded: the package chdb is not installed. Install it, or set CLICKHOUSE_URL to a ClickHouse server.\n',
  })
  const withoutFile = ['doctor', '--env-file', join(place, 'none.env')]
  await expect(run('/bin/sh', [join(folder, 'bin/footfall'), ...withoutFile], { cwd: '/', env })).rejects.toMatchObject(
    {
      code: 2,
      stderr: `footfall: --env-file ${join(place, 'none.env')} cannot be read: the file does not exist.\n`,
    },
  )
})

it('the package @footfall/footfall serves on a ClickHouse server without the optional engine, and rejects Parquet by name', async () => {
  const tarball: Tarball = await packPackage('@footfall/footfall', join(place, 'tarball'))
  expect([...tarball.files.keys()].filter((file) => file.endsWith('.map'))).toEqual([])
  const project = join(place, 'project')
  await installProject(project, [tarball], {}, ['--omit=optional'])
  const { stdout } = await run('npx', ['footfall', '--version'], { cwd: project, env: cleanEnvironment() })
  expect(stdout.trim()).toBe(RELEASE_VERSION)
  expect(await readdir(join(project, 'node_modules'))).not.toContain('chdb')
  const clickhouse = await startClickHouseHttp()
  try {
    const env = { PATH: join(process.execPath, '..'), CLICKHOUSE_URL: clickhouse.url }
    const installed = runnable(join(project, 'node_modules/.bin/footfall'), env)
    const data = join(place, 'project-data')
    const service = await installed.serve(data)
    const email = 'ada@example.com'
    const { password } = await installed.json(data, 'account', 'create', '--email', email, '--name', 'Ada')
    const { product } = await installed.json(data, 'product', 'create', '--account', email, '--name', 'Site')
    const cookies = (await answerToSignIn(service.url, email, password)).headers.getSetCookie()
    const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
    const file = `${service.url}/api/v1/products/${product.id}/export?from=${daysAgo(1)}&to=${daysAgo(0)}&format=`
    const exported = (format: string) => fetch(file + format, { headers: { cookie } })
    expect((await exported('ndjson')).status).toBe(200)
    const rejected = await exported('parquet')
    expect([rejected.status, (await jsonOf(rejected)).detail]).toEqual([
      400,
      'format: needs the package chdb, which this service does not have',
    ])
    expect(await service.stop()).toBe(0)
  } finally {
    await clickhouse.stop()
  }
})
