import type { ServiceStatus } from '@footfall/core-domain'
import { serveOperator } from '@footfall/operate'
import { afterEach, describe, expect, it } from 'vitest'
import { commandLine } from '../test-support/command-line.ts'

const STATUS: ServiceStatus = {
  status: 'ready',
  at: '2026-11-20T12:00:00.000Z',
  process: { pid: 4242, started_at: '2026-11-19T12:00:00.000Z', memory_bytes: 400 * 1024 ** 2 },
  versions: { footfall: '9.8.7', node: 'v24.0.0', engine: '25.8.2' },
  stores: {
    control_database: { kind: 'SQLite', state: 'ok' },
    analytics_engine: { kind: 'embedded ClickHouse', state: 'ok' },
    ingest_log: { state: 'ok', bytes: 1, bytes_max: 2_000_000_000 },
  },
  queues: {
    events: 12_345,
    events_since: '2026-11-20T11:00:00.000Z',
    jobs: { emails: 1, messages: 2, imports: 0, erasures: 3, deleted_products: 0 },
  },
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

describe('footfall status', () => {
  const { dataDir, footfall, json } = commandLine()
  let stop = async () => {}
  afterEach(() => stop())
  const log = { info() {}, warn() {}, error() {} }
  const serve = async (answer: unknown) => {
    stop = await serveOperator(dataDir(), { 'GET /status': async () => answer }, log)
  }

  it('prints how the running service is, as text and as JSON', async () => {
    await serve(STATUS)
    const { code, out, err } = await footfall('status')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const line of [
      'analytics engine: ok, embedded ClickHouse, version 25.8.2',
      'waiting: 12,345 events since 2026-11-20T11:00:00.000Z, 1 email, 2 messages, 0 imports, 3 visitors to erase, 0 deleted products',
      'disk: 3 GiB free of 1.5 TiB',
      'last backup of everything: 2026-11-20T03:30:00.000Z, 1 MiB, /backups/1',
      'last backup of control data: none',
      'last backup in the bucket: 2026-11-19T03:30:00.000Z, 1 MiB, https://s3.example/b/footfall#20261119T033000Z-AbCd',
      'backup in the bucket failed: 2026-11-20T03:30:00.000Z, https://s3.example answered 403 <b>AccessDenied</b>.',
    ])
      expect(out.split('\n')).toContain(line)
    expect(await json('status')).toEqual(STATUS)
  })

  it('exits with 1 while a store of the service is down, and still prints the rest', async () => {
    await serve({ ...STATUS, status: 'degraded', disk: null, queues: { ...STATUS.queues, jobs: null } })
    const { code, out, err } = await footfall('status')
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('degraded') })
    expect(out).toContain('other queues are not known')
    expect(out).toContain('disk: not known')
  })

  it('exits with 1 and names the directory if no service runs', async () => {
    const { code, out, err } = await footfall('status')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(`No service runs on ${dataDir()}`)
  })

  it('rejects the answer of a service of another version', async () => {
    await serve({ status: 'fine' })
    expect(await footfall('status')).toMatchObject({ code: 1, err: expect.stringContaining('another version') })
  })
})
