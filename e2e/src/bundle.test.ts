import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { RELEASE_VERSION } from '@footfall/core-domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesBelow, cleanEnvironment, installProject, packPackage, type Tarball } from './packages-tarballs.ts'
import { freePort, until } from './server-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MIB = 1024 ** 2
const run = promisify(execFile)

let place: string
const started: ChildProcess[] = []
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'footfall-bundle-'))
})
afterAll(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await rm(place, { recursive: true, force: true })
})

async function bundle(name: string, ...options: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['scripts/bundle.mjs', '--out', join(place, name), ...options], {
    cwd: ROOT,
  })
  return stdout.trim()
}

/** Every file below a folder with its size and when it changed. */
async function stateOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true })
  const states = entries.map(async (entry) => {
    const { size, mtimeMs } = await stat(join(folder, entry))
    return `${entry} ${size} ${mtimeMs}`
  })
  return (await Promise.all(states)).sort()
}

describe('the bundle with Node.js and the engine', () => {
  let folder: string
  let environment: Record<string, string>
  beforeAll(async () => {
    folder = await bundle('whole', '--with-node')
    const port = String(await freePort())
    environment = { PORT: port, DATA_DIR: join(place, 'data'), LOG_LEVEL: 'warn' }
  }, 120_000)
  const footfall = (args: readonly string[], env = environment) =>
    run(join(folder, 'bin/footfall'), args, { cwd: '/', env })

  it('serves, counts and stops in an empty environment without writing into its folder', async () => {
    const before = await stateOf(folder)
    const service = spawn(join(folder, 'bin/footfall'), ['serve'], { cwd: '/', env: environment, stdio: 'ignore' })
    started.push(service)
    const url = `http://127.0.0.1:${environment.PORT}`
    const answer = (path: string) => fetch(`${url}${path}`).catch(() => undefined)
    await until('the service to be ready', async () => (await answer('/readyz'))?.ok === true, 60_000)
    expect((await footfall(['account', 'create', '--email', 'ada@example.com', '--name', 'Ada'])).stdout).toContain(
      'acc_',
    )
    const created = await footfall(['product', 'create', '--account', 'ada@example.com', '--name', 'Site', '--json'])
    const product: string = JSON.parse(created.stdout).product.id
    const sent = await fetch(`${url}/api/event`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
      body: JSON.stringify({ product, name: 'pageview', url: 'https://example.com/' }),
    })
    expect(sent.status).toBe(202)
    for (const path of ['/', '/js/footfall.js', '/assets/pages.css', '/docs/reference.js'])
      expect([path, (await answer(path))?.status]).toEqual([path, 200])
    service.kill('SIGTERM')
    const [code] = await once(service, 'exit')
    expect(code).toBe(0)
    expect(await stateOf(folder)).toEqual(before)
  }, 120_000)

  it('prints its version, and runs the bridge to MCP', async () => {
    expect((await footfall(['--version'], {})).stdout.trim()).toBe(RELEASE_VERSION)
    expect((await footfall(['mcp', '--version'], {})).stdout.trim()).toBe(RELEASE_VERSION)
    expect((await footfall(['serve', '--version'], {})).stdout.trim()).toBe(RELEASE_VERSION)
  })

  it('carries the licences of all packages in it', async () => {
    const names = await readdir(join(folder, 'lib'))
    expect(names).toContain('licences.txt')
  })

  it('takes at most 650 MiB without Node.js', async () => {
    expect((await bytesBelow(folder)) - (await bytesBelow(join(folder, 'node')))).toBeLessThan(650 * MIB)
  })
})

it('the bundle without the engine takes at most 60 MiB, and says what it needs', async () => {
  const folder = await bundle('small', '--without-engine')
  expect(await bytesBelow(folder)).toBeLessThan(60 * MIB)
  const PATH = join(process.execPath, '..')
  const env = { PATH, DATA_DIR: join(place, 'small-data'), PORT: String(await freePort()) }
  await expect(run('/bin/sh', [join(folder, 'bin/footfall'), 'serve'], { cwd: '/', env })).rejects.toMatchObject({
    code: 1,
    stderr:
      'footfall: DATA_DIR cannot be used: embedded: the package chdb is not installed. Install it, or set CLICKHOUSE_URL to a ClickHouse server.\n',
  })
})

it('the package @footfall/footfall brings everything but the optional engine', async () => {
  const tarball: Tarball = await packPackage('@footfall/footfall', join(place, 'tarball'))
  expect([...tarball.files.keys()].filter((file) => file.endsWith('.map'))).toEqual([])
  const project = join(place, 'project')
  await installProject(project, [tarball], {}, ['--omit=optional'])
  const { stdout } = await run('npx', ['footfall', '--version'], { cwd: project, env: cleanEnvironment() })
  expect(stdout.trim()).toBe(RELEASE_VERSION)
}, 120_000)
