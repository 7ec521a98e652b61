import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))

let folder: string
let service: ChildProcess
let base: string

/** The service of the README as a reader would run it: a separate file, with this package, express and better-sqlite3 installed. */
beforeAll(async () => {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8')
  // With a whole service on SQLite and one on PostgreSQL, it is still read in one go.
  expect(readme.split('\n').length).toBeLessThanOrEqual(160)
  const [, code] = /```ts\n(.*?)```/s.exec(readme) ?? []
  if (code === undefined) throw new Error('The README shows no service.')

  // Inside the package, which refers to itself by its name. Node.js does not run TypeScript below node_modules.
  folder = await mkdtemp(join(PACKAGE, '.readme-'))
  await writeFile(join(folder, 'service.ts'), code)
  service = spawn(process.execPath, ['--conditions=footfall-source', 'service.ts'], {
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
  if (service?.exitCode === null) {
    service.kill()
    await once(service, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

interface Answer {
  readonly data?: { readonly state: string; readonly result?: { readonly id: string; readonly item: string } }
  readonly code?: string
}

async function order(item: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${base}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ item }),
  })
  const body = (await response.json()) as Answer
  return { status: response.status, body, replayed: response.headers.get('idempotent-replayed') === 'true' }
}

const confirm = (key: string) => ({ 'service-confirm': 'true', 'idempotency-key': key })

describe('the service in the README', () => {
  it('previews, executes once, replays, and rejects another order under the key in the service of the README', async () => {
    expect(await order('tea')).toMatchObject({ status: 200, body: { data: { state: 'previewed' } } })
    expect(await order('tea', { 'service-confirm': 'true' })).toMatchObject({
      status: 400,
      body: { code: 'idempotency_key_required' },
    })
    const first = await order('tea', confirm('k1'))
    expect(first).toMatchObject({ status: 201, body: { data: { result: { item: 'tea' } } }, replayed: false })
    const again = await order('tea', confirm('k1'))
    expect(again).toMatchObject({ status: 201, body: { data: first.body.data }, replayed: true })
    expect(await order('coffee', confirm('k1'))).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } })
  })

  it('executes one of many concurrent identical requests and replays the others in the service of the README', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => order('tea', confirm('k2'))))
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.data?.result?.id)).size).toBe(1)
  })
})
