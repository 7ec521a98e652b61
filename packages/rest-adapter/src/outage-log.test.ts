import { IngestLogUnavailable, ServiceUnavailable } from '@footfall/core-domain'
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

describe('refusals for a store that does not answer', () => {
  it('are logged once a minute, with how many there were in between', () => {
    const { clock, lines, report } = opened()
    for (let i = 0; i < 120; i++) {
      report(`req_${i}`, refused('ECONNREFUSED'))
      clock.advance(1_000)
    }
    expect(lines).toMatchObject([{ request_id: 'req_0' }, { request_id: 'req_60', unlogged: 59 }])
  })

  it('are told apart by what the driver says', () => {
    const { lines, report } = opened()
    for (const code of ['ECONNREFUSED', '57P01', 'ECONNREFUSED', '57P01']) report('req_1', refused(code))
    report('req_2', new ServiceUnavailable())
    expect(lines).toHaveLength(3)
  })

  it('are not logged when the ingest log refused: it reports its own state', () => {
    const { lines, report } = opened()
    report('req_1', new IngestLogUnavailable(new Error('full')))
    expect(lines).toEqual([])
  })

  it('do not fill the memory, whatever codes drivers make up', () => {
    const { lines, report } = opened()
    for (let i = 0; i < 1_000; i++) report('req_1', refused(`code ${i}`))
    // The first one has been forgotten.
    report('req_1', refused('code 0'))
    expect(lines).toHaveLength(1_001)
  })
})
