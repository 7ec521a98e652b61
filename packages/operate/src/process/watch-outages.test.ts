import { outagesOf, StoreUnavailable } from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { watchOutages } from './watch-outages.ts'

it('logs the end of an outage when the check of its store succeeds, and checks stores only during an outage', async () => {
  const lines: string[] = []
  const write = (_fields: object, message: string) => void lines.push(message)
  const log = { info: write, warn: write, error: write }
  const clock = settableClock()
  let asked = 0
  let state: 'ok' | 'down' = 'down'
  const ready = {
    async all() {
      asked++
      return { status: 'ready', checks: { control_database: state, analytics_engine: 'ok' } } as const
    },
  }
  const watch = watchOutages({ log, clock, ready, everyMs: 1 })
  outagesOf(log, clock).failed(new StoreUnavailable('control_database', new Error('connect')))
  await expect.poll(() => asked).toBeGreaterThan(2)
  expect(lines).toEqual(['The control database does not respond.'])
  state = 'ok'
  await expect
    .poll(() => lines)
    .toEqual(['The control database does not respond.', 'The control database responds again.'])
  const before = asked
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked).toBe(before)
  watch.stop()
})
