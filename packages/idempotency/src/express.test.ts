import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmedWrites } from './express.ts'
import { createCoordinator, memoryRecords, type SyncCoordinator } from './index.ts'
import { sqliteRecords, sqliteTransaction } from './sqlite.ts'

const DAY_MS = 86_400_000
const db = new Database(':memory:')
const records = sqliteRecords(db)
let now = Date.UTC(2030, 0, 1)
let claims = 0
let server: ReturnType<express.Express['listen']>
let base: string

class Rejection extends Error {}

function service(coordinator: SyncCoordinator<Database.Database>) {
  const write = confirmedWrites({
    coordinator,
    owner: (req: express.Request) => String(req.headers.authorization ?? 'nobody'),
    problemType: (code) => `https://example.com/problems/${code}`,
  })
  const app = express().use(express.json({ limit: '8mb' }))
  app.put(
    '/things/:id',
    write({
      operation: 'things_put',
      status: 201,
      input(req) {
        if (typeof req.body.name !== 'string') throw new Rejection('name must be text')
        return { id: req.params.id, name: String(req.body.name) }
      },
      preview: (input) => ({ summary: `Put ${input.id}.`, changes: [{ path: 'name', from: null, to: input.name }] }),
      execute(tx, { id, name }) {
        if (name === 'full') throw new Rejection('no more things')
        tx.prepare('insert into things values (?, ?)').run(id, name)
        return { result: { id, name }, secret: `secret of ${id}` }
      },
    }),
  )
  app.post(
    '/notes',
    write({ operation: 'notes_add', input: (req) => req.body, execute: () => ({ result: undefined }) }),
  )
  app.use(((error, _req, res, _next) => {
    res.status(error instanceof Rejection ? 422 : 500).json({ error: error.message })
  }) satisfies express.ErrorRequestHandler)
  return app
}

beforeAll(async () => {
  await records.create()
  db.exec('create table things (id text, name text)')
  const coordinator = createCoordinator({
    ...{ records, atomically: sqliteTransaction(db) },
    ...{ now: () => now, newClaimId: () => `claim-${++claims}` },
    async wait(ms, signal) {
      if (signal) await delay(ms, undefined, { signal })
      else now += ms
    },
  })
  server = service(coordinator).listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  db.close()
})

const confirm = (key: string) => ({ 'service-confirm': 'true', 'idempotency-key': key })
const things = (id: string) => db.prepare('select name from things where id = ?').all(id).length

async function put(id: string, headers: Record<string, string>, body: unknown = { name: 'A' }) {
  const answer = await fetch(`${base}/things/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
}

describe('invalid options', () => {
  const good = {
    ...{ records, atomically: sqliteTransaction(db), now: () => now, newClaimId: () => 'claim' },
  }
  const bad = (change: object) => ({ ...good, ...change }) as unknown as Parameters<typeof createCoordinator>[0]
  it.each<readonly [string, object]>([
    ['now', { now: undefined }],
    ['now', { now: 0 }],
    ['newClaimId', { newClaimId: 'claim' }],
    ['records', { records: undefined }],
    ['records.claim', { records: {} }],
    ['records.complete', { records: { ...records, complete: true } }],
    ['records.completeNow', { records: { ...records, completeNow: undefined } }],
    ['transaction', { atomically: undefined }],
    ['atomically', { atomically: {} }],
    ['effects', { effects: 'everywhere' }],
    ['leaseMs', { leaseMs: 0 }],
    ['waitMs', { waitMs: -1 }],
    ['retentionMs', { retentionMs: '1' }],
    ['wait', { wait: 1 }],
    ['after', { after: {} }],
  ])('rejects an option of a coordinator in one line that begins with its name: %s of %j', (name, change) => {
    expect(() => createCoordinator(bad(change))).toThrow(TypeError)
    expect(() => createCoordinator(bad(change))).toThrow(new RegExp(`^${name} must be [^\\n]+$`))
  })

  it.each([undefined, null, 'text', {}])(
    'rejects %j as the options of a coordinator, naming what is missing',
    (options) => {
      const create = () => createCoordinator(options as unknown as Parameters<typeof createCoordinator>[0])
      expect(create).toThrow(/^(options must be an object|now must be a function)\.$/)
    },
  )

  it('names an invalid option of writes in Express, of records and of transactions', () => {
    const coordinator = createCoordinator(good)
    const options = (change: object) => ({ coordinator, owner: () => 'me', ...change }) as never
    expect(() => confirmedWrites(options({ owner: 'me' }))).toThrow('owner must be a function.')
    expect(() => confirmedWrites(options({ coordinator: {} }))).toThrow('coordinator.confirm must be a function.')
    const write = confirmedWrites(options({})) as (write: object) => unknown
    expect(() => write({})).toThrow('input must be a function.')
    expect(() => write({ input() {}, execute() {} })).toThrow('operation must be a non-empty string')
    expect(() => sqliteRecords(undefined as never)).toThrow('db must be an object.')
    expect(() => sqliteTransaction({} as never)).toThrow('db.exec must be a function.')
  })
})

describe('a write in Express', () => {
  it.each([{}, { 'service-confirm': 'false' }, { 'idempotency-key': 'unused' }])(
    'the middleware previews a write and does not execute it with the headers %j',
    async (headers) => {
      const { status, body } = await put('preview', headers)
      expect(status).toBe(200)
      expect(body).toEqual({
        data: {
          state: 'previewed',
          operation: 'things_put',
          summary: 'Put preview.',
          changes: [{ path: 'name', from: null, to: 'A' }],
        },
        meta: {
          confirm: {
            headers: { 'Service-Confirm': 'true', 'Idempotency-Key': expect.any(String) },
            instructions: expect.stringContaining('Nothing has changed.'),
          },
        },
      })
      expect(things('preview')).toBe(0)
      expect(db.prepare('select count(*) as rows from idempotency_records').get()).toEqual({ rows: 0 })
    },
  )

  it('the middleware executes a write once and replays it with the same status and data, without the secret', async () => {
    const expires_at = new Date(now + DAY_MS).toISOString()
    const data = {
      ...{ state: 'executed', operation: 'things_put', result: { id: 'once', name: 'A' } },
      secret_returned_once: true,
    }
    const first = await put('once', confirm('once'))
    expect(first.status).toBe(201)
    expect(first.body).toEqual({
      data: { ...data, secret: 'secret of once' },
      meta: { idempotency: { key: 'once', replayed: false, expires_at } },
    })
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(first.headers.get('cache-control')).toBe('private, no-store')
    now += 1000
    const again = await put('once', confirm('once'))
    expect(again.status).toBe(201)
    expect(again.body).toEqual({ data, meta: { idempotency: { key: 'once', replayed: true, expires_at } } })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(things('once')).toBe(1)
    expect(JSON.stringify(db.prepare('select * from idempotency_records').all())).not.toContain('secret of')
  })

  it('the middleware executes a write once when twenty identical requests arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => put('at-once', confirm('at-once'))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(answers.filter(({ body }) => JSON.stringify(body).includes('secret of'))).toHaveLength(1)
    expect(things('at-once')).toBe(1)
  })

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['256 characters long', 'k'.repeat(256)],
    ['in another script', 'schl\u00fcssel'],
    ['two words', 'a b'],
  ])('the middleware rejects a key that is %s', async (_, key) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const { status, headers: answered, body } = await put('rejected', { 'service-confirm': 'true', ...headers })
    expect(answered.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        ...{ type: 'https://example.com/problems/idempotency_key_required', title: 'Idempotency key required' },
        ...{ status: 400, code: 'idempotency_key_required', detail: expect.stringContaining('Idempotency-Key') },
      },
    })
    expect(things('rejected')).toBe(0)
  })

  it('accepts a key of 255 characters in the middleware', async () => {
    expect((await put('long', confirm('~'.repeat(255)))).status).toBe(201)
  })

  it.each([
    ['Idempotency-Key', ['k', 'k'], 'idempotency_key_required'],
    ['Service-Confirm', ['true', 'true'], 'invalid_request'],
  ])('the middleware rejects a request that has %s twice', async (name, values, code) => {
    const sent = httpRequest(`${base}/things/twice`, { method: 'PUT' })
    for (const [header, value] of Object.entries(confirm('k'))) sent.setHeader(header, value)
    sent.setHeader('content-type', 'application/json').setHeader(name, values).end('{"name":"A"}')
    const [answer] = await once(sent, 'response')
    const body = JSON.parse(Buffer.concat(await answer.toArray()).toString())
    expect({ status: answer.statusCode, code: body.code }).toEqual({ status: 400, code })
    expect(things('twice')).toBe(0)
  })

  it.each(['yes', 'TRUE', '1', 'True'])(
    'the middleware rejects Service-Confirm: %s instead of previewing the write',
    async (value) => {
      const { status, body } = await put('mistyped', { 'service-confirm': value, 'idempotency-key': 'k' })
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'invalid_request', errors: [{ path: 'Service-Confirm' }] })
    },
  )

  it('the middleware returns a conflict for other input under a used key, and executes the write of another owner', async () => {
    await put('conflict', confirm('conflict'))
    const { status, body } = await put('conflict', confirm('conflict'), { name: 'B' })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'idempotency_conflict' })
    expect((await put('conflict', { ...confirm('conflict'), authorization: 'other' }, { name: 'B' })).status).toBe(201)
  })

  it.each([
    ['input', { name: 7 }, 'name must be text'],
    ['effect', { name: 'full' }, 'no more things'],
  ])(
    'the middleware passes an error of its %s to the error handlers of the host, and frees the key',
    async (place, body, error) => {
      const rejection = await put(`rejection-${place}`, confirm(`rejection-${place}`), body)
      expect({ status: rejection.status, body: rejection.body }).toEqual({ status: 422, body: { error } })
      expect((await put(`rejection-${place}`, confirm(`rejection-${place}`))).status).toBe(201)
    },
  )

  it('answers a running execution with Retry-After, a lost one as unknown, and one that was resolved as executed', async () => {
    await put('lost', confirm('lost'))
    const [entry] = await records.list({ now, limit: 1 })
    if (entry === undefined) throw new Error('There is no record.')
    db.prepare(
      `update idempotency_records set state = 'executing', completed_at = null, expires_at = null, result = null where id = ?`,
    ).run(entry.record.id)
    const running = await put('lost', confirm('lost'))
    expect({ status: running.status, code: running.body.code, retry: running.headers.get('retry-after') }).toEqual({
      ...{ status: 409, code: 'request_in_progress', retry: '5' },
    })
    now += 31_000
    const unknown = await put('lost', confirm('lost'))
    expect({ status: unknown.status, code: unknown.body.code }).toEqual({ status: 409, code: 'outcome_unknown' })
    expect(unknown.headers.get('retry-after')).toBeNull()
    await records.resolve(entry.record.id, 'executed', now)
    const resolved = await put('lost', confirm('lost'))
    expect({ status: resolved.status, body: resolved.body }).toEqual({
      status: 200,
      body: {
        data: { state: 'executed', operation: 'things_put', result: null },
        meta: { idempotency: { key: 'lost', replayed: true, expires_at: null, resolved_by_operator: true } },
      },
    })
    expect(resolved.headers.get('idempotent-replayed')).toBe('true')
    expect(things('lost')).toBe(1)
  })

  it('replays a result of 4 MiB through the middleware', async () => {
    const name = '日'.repeat(1_400_000)
    await put('huge', confirm('huge'), { name })
    const { body } = await put('huge', confirm('huge'), { name })
    expect(body.data).toMatchObject({ result: { id: 'huge', name } })
  })

  it('the middleware requires only a key for a write without a preview', async () => {
    const add = async (headers: Record<string, string>) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{"a":1}' }
      const answer = await fetch(`${base}/notes`, init)
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    expect((await add({})).body.code).toBe('idempotency_key_required')
    const data = { state: 'executed', operation: 'notes_add', result: null }
    expect(await add({ 'idempotency-key': 'note' })).toMatchObject({ status: 200, body: { data } })
    expect((await add({ 'idempotency-key': 'note' })).body).toMatchObject({
      data,
      meta: { idempotency: { replayed: true } },
    })
  })
})

describe('a service with custom names', () => {
  it('the middleware uses the header names that the host chose, with records in memory', async () => {
    const names = new Map<string, string>()
    const write = confirmedWrites({
      coordinator: createCoordinator<typeof names>({
        records: memoryRecords(),
        transaction: (work) => work(names),
        ...{ now: () => now, newClaimId: () => `claim-${++claims}` },
      }),
      owner: (_req: express.Request) => 'me',
      headers: { confirm: 'X-Confirm', key: 'X-Key' },
    })
    const app = express().use(express.json())
    app.post(
      '/',
      write({
        operation: 'name',
        input: (req) => ({ name: String(req.body.name) }),
        preview: () => ({ summary: 'Name it.' }),
        execute: async (tx, { name }) => {
          tx.set('name', name)
          return { result: name }
        },
      }),
    )
    const other = app.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const ask = async (headers: Record<string, string>) => {
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{"name":"N"}' }
      return (await (await fetch(url, init)).json()) as Record<string, unknown>
    }
    expect((await ask(confirm('k'))).meta).toMatchObject({ confirm: { headers: { 'X-Confirm': 'true' } } })
    expect(await ask({ 'x-confirm': 'true' })).toMatchObject({ type: 'about:blank', code: 'idempotency_key_required' })
    expect((await ask({ 'x-confirm': 'true', 'x-key': 'k' })).data).toMatchObject({ state: 'executed', result: 'N' })
    expect(names.get('name')).toBe('N')
    other.close()
  })
})

it('the middleware reads no input and makes no preview for a caller that the host rejects', async () => {
  const asked: string[] = []
  const write = confirmedWrites({
    coordinator: createCoordinator<undefined>({
      records: memoryRecords(),
      transaction: (work) => work(undefined),
      ...{ now: () => now, newClaimId: () => `claim-${++claims}` },
    }),
    owner(_req: express.Request) {
      throw new Rejection('who is calling?')
    },
  })
  const app = express()
  app.post(
    '/',
    write({
      operation: 'secret',
      input: () => asked.push('input'),
      preview: () => ({ asked: asked.push('preview') }),
      execute: async () => ({ result: asked.push('execute') }),
    }),
  )
  app.use(((error, _req, res, _next) => {
    res.status(error instanceof Rejection ? 401 : 500).end()
  }) satisfies express.ErrorRequestHandler)
  const other = app.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
  for (const headers of [{}, confirm('k')]) expect((await fetch(url, { method: 'POST', headers })).status).toBe(401)
  expect(asked).toEqual([])
  other.close()
})
