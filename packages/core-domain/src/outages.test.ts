import { describe, expect, it } from 'vitest'
import { CallerGone, IngestLogUnavailable, Overloaded, ServiceUnavailable, StoreUnavailable } from './errors.ts'
import { createOutages, outagesOf } from './outages.ts'

function opened() {
  let now = 1_000_000
  const lines: { readonly fields: Readonly<Record<string, unknown>>; readonly message: string }[] = []
  const write = (fields: Readonly<Record<string, unknown>>, message: string) => void lines.push({ fields, message })
  const clock = { now: () => now }
  const log = { warn: write, info: write }
  return { lines, log, clock, outages: createOutages(log, clock), advance: (ms: number) => (now += ms) }
}
const failure = (code: string) => Object.assign(new Error(`connect to 127.0.0.1:${Math.random()}`), { code })
const away = (code = 'ECONNREFUSED') => new StoreUnavailable('control_database', failure(code))

describe('outages', () => {
  it('logs an outage that fails many tasks for a minute in three lines without a stack', () => {
    const { lines, outages, advance } = opened()
    for (let second = 0; second <= 61; second++) {
      for (const code of ['ECONNREFUSED', '57P01', 'ETIMEDOUT']) expect(outages.failed(away(code))).toBe(true)
      advance(1_000)
    }
    outages.over('control_database')
    outages.over('control_database')
    expect(lines.map(({ message }) => message)).toEqual([
      'The control database does not respond.',
      'The control database still does not respond.',
      'The control database responds again.',
    ])
    expect(lines[1]?.fields).toMatchObject({ outage: 'control_database', seconds: 60, unlogged: 179 })
    expect(lines[2]?.fields).toMatchObject({ seconds: 62 })
    expect(JSON.stringify(lines)).not.toContain('    at ')
    expect(outages.current()).toEqual([])
  })

  it('logs outages of two stores separately, and a second outage of one as a new one', () => {
    const { lines, outages } = opened()
    outages.failed(away())
    outages.failed(new StoreUnavailable('analytics_engine', failure('241')))
    expect(outages.current()).toEqual(['control_database', 'analytics_engine'])
    outages.over('control_database')
    outages.failed(away())
    expect(lines.map(({ message }) => message)).toEqual([
      'The control database does not respond.',
      'The analytics engine does not respond.',
      'The control database responds again.',
      'The control database does not respond.',
    ])
    // The message of ClickHouse may hold a statement.
    expect(lines[1]?.fields.cause).toEqual({ type: 'Error', code: '241' })
  })

  it('leaves bugs to the caller, and does not log rejections for other reasons', () => {
    const { lines, outages } = opened()
    expect(outages.failed(new TypeError('bug'))).toBe(false)
    expect(outages.failed(new IngestLogUnavailable(new Error('full')))).toBe(true)
    expect(outages.failed(new Overloaded('Too many reports.'))).toBe(true)
    expect(outages.failed(new CallerGone())).toBe(true)
    expect(lines).toEqual([])
  })

  it('logs failures without a known store once a minute for each kind, in limited memory', () => {
    const { lines, outages, advance } = opened()
    for (let i = 0; i < 120; i++) {
      outages.failed(new ServiceUnavailable(failure('EPIPE')), { request_id: `req_${i}` })
      advance(1_000)
    }
    expect(lines.map(({ fields }) => fields)).toMatchObject([
      { request_id: 'req_0' },
      { request_id: 'req_60', unlogged: 59 },
    ])
    for (let i = 0; i < 1_000; i++) outages.failed(new ServiceUnavailable(failure(`code ${i}`)))
    expect(lines).toHaveLength(1_002)
  })

  it('shares outages between everything that writes to one log', () => {
    const { log, clock } = opened()
    expect(outagesOf(log, clock)).toBe(outagesOf(log, clock))
  })
})
