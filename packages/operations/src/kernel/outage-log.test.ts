import { AskerGone, IngestLogUnavailable, Overloaded, ServiceUnavailable } from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { outageLog } from './outage-log.ts'

const refused = (code: string) =>
  new ServiceUnavailable(Object.assign(new Error(`to 127.0.0.1:${Math.random()}`), { code }))

function opened() {
  const clock = settableClock()
  const lines: { request_id: string; unlogged?: number }[] = []
  const report = outageLog({ warn: (context) => void lines.push(context), error() {} }, clock)
  return { clock, lines, report }
}

describe('the log of outages', () => {
  it('logs refusals of an unavailable store once a minute, with the number in between', () => {
    const { clock, lines, report } = opened()
    for (let i = 0; i < 120; i++) {
      report(`req_${i}`, refused('ECONNREFUSED'))
      clock.advance(1_000)
    }
    expect(lines).toMatchObject([{ request_id: 'req_0' }, { request_id: 'req_60', unlogged: 59 }])
  })

  it('logs each kind of driver error separately', () => {
    const { lines, report } = opened()
    for (const code of ['ECONNREFUSED', '57P01', 'ECONNREFUSED', '57P01']) report('req_1', refused(code))
    report('req_2', new ServiceUnavailable())
    expect(lines).toHaveLength(3)
  })

  it('logs no refusal of the ingest log, of an overloaded service or of a cancelled request', () => {
    const { lines, report } = opened()
    report('req_1', new IngestLogUnavailable(new Error('full')))
    report('req_2', new Overloaded('Too many reports.'))
    report('req_3', new AskerGone())
    expect(lines).toEqual([])
  })

  it('bounds its memory whatever error codes drivers return', () => {
    const { lines, report } = opened()
    for (let i = 0; i < 1_000; i++) report('req_1', refused(`code ${i}`))
    // The first kind was removed from memory, so it is logged again.
    report('req_1', refused('code 0'))
    expect(lines).toHaveLength(1_001)
  })
})
