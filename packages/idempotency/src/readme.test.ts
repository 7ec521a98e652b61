import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))

let folder: string
let service: ChildProcess
let base: string

/** The service of the README as a reader would run it: a file of its own, with this package and express installed. */
beforeAll(async () => {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8')
  const [, code] = /```js\n(.*?)```/s.exec(readme) ?? []
  if (code === undefined) throw new Error('The README shows no service.')
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(25)

  await mkdir(join(PACKAGE, 'node_modules/.tmp'), { recursive: true })
  folder = await mkdtemp(join(PACKAGE, 'node_modules/.tmp/readme-'))
  await mkdir(join(folder, 'node_modules/@footfall'), { recursive: true })
  await symlink(PACKAGE, join(folder, 'node_modules/@footfall/idempotency'), 'junction')
  await writeFile(join(folder, 'service.mjs'), code)

  service = spawn(process.execPath, ['--conditions=footfall-source', 'service.mjs'], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (service.stdout === null) throw new Error('The service has no output.')
  const [line] = await Promise.race([
    once(createInterface(service.stdout), 'line'),
    once(service, 'exit').then(() => Promise.reject(new Error('The service ended.'))),
  ])
  base = `http://localhost:${/^port (\d+)$/.exec(String(line))?.[1]}`
})

afterAll(async () => {
  if (service.exitCode === null) {
    service.kill()
    await once(service, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

interface Answer {
  readonly state?: string
  readonly change?: { readonly from: string; readonly to: string }
  readonly error?: string
}

async function rename(name: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${base}/things/1`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ name }),
  })
  const body = (await response.json()) as Answer
  return { status: response.status, body }
}

const confirm = (key: string) => ({ 'service-confirm': 'true', 'idempotency-key': key })

describe('the service in the README', () => {
  it('previews, executes once, replays, and refuses another change under the key in the service of the README', async () => {
    const change = { from: 'Old name', to: 'New name' }
    expect(await rename('New name')).toEqual({ status: 200, body: { state: 'previewed', change } })
    expect(await rename('New name')).toEqual({ status: 200, body: { state: 'previewed', change } })

    expect(await rename('New name', { 'service-confirm': 'true' })).toEqual({
      status: 400,
      body: { error: 'idempotency_key_required' },
    })
    expect(await rename('New name', confirm('k1'))).toEqual({ status: 200, body: { state: 'executed', change } })
    expect(await rename('New name', confirm('k1'))).toEqual({ status: 200, body: { state: 'replayed', change } })
    expect(await rename('Another', confirm('k1'))).toEqual({ status: 409, body: { error: 'arguments_differ' } })

    const { body } = await rename('Another')
    expect(body.change?.from).toBe('New name')
  })

  it('executes one of many concurrent identical requests and replays the others in the service of the README', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => rename('At once', confirm('k2'))))
    const states = answers.map(({ body }) => body.state).sort()
    expect(states).toEqual(['executed', ...Array(7).fill('replayed')])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.change))).size).toBe(1)
  })
})
