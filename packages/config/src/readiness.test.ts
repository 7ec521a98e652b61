import { describe, expect, it } from 'vitest'
import { type Probe, readinessChecks } from './readiness.ts'

type State = 'works' | 'fails' | 'hangs'

function opened(timeoutMs?: number) {
  const states: Record<string, State> = { ingest_log: 'works', control_database: 'works', analytics_engine: 'works' }
  const runs: Record<string, number> = {}
  const release: (() => void)[] = []
  const probe = (name: string, neededFor: Probe['neededFor']): Probe => ({
    name,
    neededFor,
    async check() {
      runs[name] = (runs[name] ?? 0) + 1
      if (states[name] === 'fails') throw new Error('unavailable')
      if (states[name] === 'hangs') await new Promise<void>((resolve) => release.push(resolve))
    },
  })
  const probes = [
    probe('ingest_log', 'collecting'),
    probe('control_database', 'answering'),
    probe('analytics_engine', 'reports'),
  ]
  return { states, runs, checks: readinessChecks(probes, timeoutMs), release: () => release.map((each) => each()) }
}

describe('readiness checks', () => {
  it('reports ready while every dependency works', async () => {
    const { checks } = opened()
    expect(await checks.all()).toEqual({
      status: 'ready',
      checks: { ingest_log: 'ok', control_database: 'ok', analytics_engine: 'ok' },
    })
    expect(await checks.collecting()).toEqual({ status: 'ready', checks: { ingest_log: 'ok' } })
  })

  it('reports degraded while the analytics engine is down', async () => {
    const { checks, states } = opened()
    states.analytics_engine = 'fails'
    expect(await checks.all()).toEqual({
      status: 'degraded',
      checks: { ingest_log: 'ok', control_database: 'ok', analytics_engine: 'down' },
    })
  })

  it('reports unavailable without the control database, but ready for collecting events', async () => {
    const { checks, states } = opened()
    states.control_database = 'fails'
    expect(await checks.all()).toMatchObject({ status: 'unavailable', checks: { control_database: 'down' } })
    expect((await checks.collecting()).status).toBe('ready')
  })

  it('reports unavailable without the ingest log, also for collecting events', async () => {
    const { checks, states } = opened()
    states.ingest_log = 'fails'
    expect(await checks.all()).toMatchObject({ status: 'unavailable', checks: { ingest_log: 'down' } })
    expect(await checks.collecting()).toEqual({ status: 'unavailable', checks: { ingest_log: 'down' } })
  })

  it('answers while a check hangs, and runs that check once for many requests', async () => {
    const { checks, states, runs, release } = opened(1)
    states.control_database = 'hangs'
    const answers = await Promise.all(Array.from({ length: 50 }, () => checks.all()))
    for (const answer of answers) expect(answer.checks.control_database).toBe('down')
    await checks.all()
    expect(runs.control_database).toBe(1)
    expect(runs.ingest_log).toBe(2)
    states.control_database = 'works'
    release()
    await expect.poll(async () => (await checks.all()).status).toBe('ready')
  })

  it('says whether events are accepted without waiting for a database', async () => {
    const { checks, states, runs } = opened()
    states.control_database = 'hangs'
    states.analytics_engine = 'hangs'
    expect((await checks.collecting()).status).toBe('ready')
    expect(runs).toEqual({ ingest_log: 1 })
  })
})
