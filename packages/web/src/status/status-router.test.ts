import { type Account, LANGUAGES, type ServiceStatus } from '@footfall/core-domain'
import { describeEachDialect, seedAccount, testServer } from '@footfall/testkit'
import express from 'express'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { SignInServices } from '../sign-in/services.ts'
import { signInServicesOn } from '../sign-in/test-support.ts'
import { statusRouter } from './status-router.ts'

const STATUS: ServiceStatus = {
  status: 'degraded',
  at: '2026-11-20T12:00:00.000Z',
  process: { pid: 4242, started_at: '2026-11-19T12:00:00.000Z', memory_bytes: 400 * 1024 ** 2 },
  versions: { footfall: '9.8.7', node: 'v24.0.0', engine: null },
  stores: {
    control_database: { kind: 'SQLite', state: 'ok' },
    analytics_engine: { kind: 'ClickHouse at <b>db</b>:8123', state: 'down' },
    ingest_log: { state: 'ok', bytes: 1, bytes_max: 2_000_000_000 },
  },
  queues: { events: 12_345, events_since: '2026-11-20T11:00:00.000Z', jobs: null },
  disk: { free_bytes: 3 * 1024 ** 3, total_bytes: 1.5 * 1024 ** 4 },
  last_backups: {
    everything: { made_at: '2026-11-20T03:30:00.000Z', place: '/backups/1', bytes: 1 },
    control_data: null,
    bucket: {
      made: {
        made_at: '2026-11-19T03:30:00.000Z',
        place: 'https://s3.example/b/footfall#20261119T033000Z-AbCd',
        bytes: 1,
      },
      failed: { at: '2026-11-20T03:30:00.000Z', reason: 'https://s3.example answered 403 <b>AccessDenied</b>.' },
    },
  },
}

describeEachDialect('the status page', (database) => {
  const server = testServer()
  const withoutOperators = testServer()
  let signIn: SignInServices
  let operator: Account
  let reads = 0

  beforeAll(async () => {
    signIn = signInServicesOn(database, { key: new Uint8Array(32).fill(3), origin: server.origin, triesPerMinute: 0 })
    operator = await seedAccount(database, 'Ada')
    serve(server, [operator])
    serve(withoutOperators, [])
  })
  beforeEach(() => {
    reads = 0
  })
  const serve = (target: typeof server, operators: readonly Account[]) => {
    const read = async () => {
      reads += 1
      return STATUS
    }
    target.handle(
      express()
        .use(statusRouter({ ...signIn, operators: operators.map(({ id }) => id), read }))
        .use((_req, res) => void res.status(404).send('nothing')),
    )
  }
  const get = async (path: string, account?: Account, headers: Record<string, string> = {}, origin = server.origin) => {
    const secret = account && (await signIn.sessions.begin(account))
    const cookie = secret === undefined ? {} : { cookie: `footfall_session=${secret.reveal()}` }
    const response = await fetch(`${origin}${path}`, { redirect: 'manual', headers: { ...cookie, ...headers } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  it('shows an operator the stores, queues, disk, backups and versions, without scripts and not cached', async () => {
    const { status, headers, text } = await get('/status', operator)
    expect(status).toBe(200)
    for (const shown of [
      'reports fail',
      '12,345',
      '2026-11-20 03:30 UTC',
      '/backups/1',
      'https://s3.example/b/footfall#20261119T033000Z-AbCd',
      'failed 2026-11-20 03:30 UTC:',
      '9.8.7',
    ])
      expect(text).toContain(shown)
    expect(text).not.toContain('<script')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('gives each size in the largest unit that gives at least one', async () => {
    const { text } = await get('/status', operator)
    for (const shown of ['1 MiB of 1.9 GiB', '3 GiB of 1.5 TiB', '>400 MiB<', ', 1 MiB, /backups/1'])
      expect(text).toContain(shown)
  })

  it('escapes the name of a store and what the storage of backups answered', async () => {
    const { text } = await get('/status', operator)
    expect(text).toContain('&lt;b&gt;db&lt;/b&gt;')
    expect(text).toContain('403 &lt;b&gt;AccessDenied&lt;/b&gt;')
  })

  it('sends an operator the same status as JSON', async () => {
    const { headers, text } = await get('/status.json', operator)
    expect(JSON.parse(text)).toEqual(STATUS)
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it.each(LANGUAGES)('writes the status page in the language %s', async (language) => {
    const { status, text } = await get('/status', operator, { 'accept-language': language })
    expect(status).toBe(200)
    expect(text).toContain(`<html lang="${language}">`)
  })

  it('answers another account as an unknown address, and does not read the status for it', async () => {
    const stranger = await seedAccount(database, 'Eve')
    for (const path of ['/status', '/status.json'])
      expect(await get(path, stranger)).toMatchObject({ status: 404, text: 'nothing' })
    expect(reads).toBe(0)
  })

  it('sends a browser without a session to the sign-in, and returns 404 for the JSON', async () => {
    const page = await get('/status')
    expect({ status: page.status, to: page.headers.get('location') }).toEqual({
      status: 303,
      to: '/sign-in?next=%2Fstatus',
    })
    expect(await get('/status.json')).toMatchObject({ status: 404, text: 'nothing' })
    expect(await get('/status.json', undefined, { cookie: 'footfall_session=guessed' })).toMatchObject({ status: 404 })
    expect(reads).toBe(0)
  })

  it('answers everybody as an unknown address if there are no operators', async () => {
    for (const path of ['/status', '/status.json'])
      for (const person of [operator, undefined])
        expect(await get(path, person, {}, withoutOperators.origin)).toMatchObject({ status: 404, text: 'nothing' })
  })
})
