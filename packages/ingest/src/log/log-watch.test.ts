import { settableClock } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import type { LogStatus } from './log-health.ts'
import { reporter, watchLog } from './log-watch.ts'

function watched() {
  const clock = settableClock()
  const status = { fault: undefined as LogStatus['fault'], freeBytes: 5, refused: 0 }
  const lines: string[] = []
  const logger = {
    info: (_fields: object, message: string) => void lines.push(`info ${message}`),
    warn: (_fields: object, message: string) => void lines.push(`warn ${message}`),
    error: (fields: object, message: string) => void lines.push(`error ${JSON.stringify(fields)} ${message}`),
  }
  let checks = 0
  const log = {
    check: async () => void checks++,
    status: () => ({ ...status }),
  }
  return { clock, status, lines, checks: () => checks, options: { log, clock, logger } }
}

describe('the watch of the ingest log', () => {
  it('logs a fault at once, then once a minute with the number of rejected events, and its end', () => {
    const { clock, status, lines, options } = watched()
    const report = reporter(options)
    report()
    expect(lines).toEqual([])
    status.fault = 'disk_full'
    for (let second = 0; second < 120; second++) {
      status.refused += 100
      report()
      clock.advance(1_000)
    }
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain(
      'error {"fault":"disk_full","free_bytes":5,"refused":100} The disk of the ingest log is full',
    )
    expect(lines[1]).toContain('"refused":6100')
    status.fault = undefined
    report()
    report()
    expect(lines.slice(2)).toEqual(['info The ingest log accepts events again.'])
  })

  it('logs a fault that comes and goes no more often than one that stays', () => {
    const { clock, status, lines, options } = watched()
    const report = reporter(options)
    for (let second = 0; second < 60; second++) {
      status.fault = second % 2 === 0 ? 'not_writable' : undefined
      report()
      clock.advance(1_000)
    }
    expect(lines.map((line) => line.slice(0, 5))).toEqual(['error', 'info '])
  })

  it('checks and logs also while another check hangs', async () => {
    const { status, lines, options } = watched()
    status.fault = 'not_responding'
    const hanging = { ...options.log, check: () => new Promise<void>(() => {}) }
    const watch = watchLog({ ...options, log: hanging, intervalMs: 1 })
    await expect.poll(() => lines.length).toBe(1)
    watch.stop()
  })

  it('the watch checks repeatedly until it is stopped', async () => {
    const { checks, options } = watched()
    const watch = watchLog({ ...options, intervalMs: 1 })
    await expect.poll(checks).toBeGreaterThan(2)
    watch.stop()
  })
})
