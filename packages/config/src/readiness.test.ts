import { describe, expect, it } from 'vitest'
import { type Probe, readinessChecks } from './readiness.ts'

type State = 'works' | 'fails' | 'hangs'

function opened(answerWithinMs?: number) {
  const states: Record<string, State> = { ingest_log: 'works', control_database: 'works', analytics_engine: 'works' }
  const runs: Record<string, number> = {}
  const release: (() => void)[] = []
  const probe = (name: string, neededFor: Probe['neededFor']): Probe => ({
    name,
    neededFor,
    async check() {
      runs[name] = (runs[name] ?? 0) + 1
      if (states[name] === 'fails') throw new Error('away')
      if (states[name] === 'hangs') await new Promise<void>((resolve) => release.push(resolve))
    },
  })
  const probes = [
    probe('ingest_log', 'collecting'),
    probe('control_database', 'answering'),
    probe('analytics_engine', 'reports'),
  ]
  return { states, runs, checks: readinessChecks(probes, answerWithinMs), release: () => release.map((each) => each()) }
}

describe('readiness', () => {
  it('is ready while everything works', async () => {
    const { checks } = opened()
    expect(await checks.all()).toEqual({
      status: 'ready',
      checks: { ingest_log: 'ok', control_database: 'ok', analytics_engine: 'ok' },
    })
    expect(await checks.collecting()).toEqual({ status: 'ready', checks: { ingest_log: 'ok' } })
  })

  it('is degraded without the engine', async () => {
    const { checks, states } = opened()
    states.analytics_engine = 'fails'
    expect(await checks.all()).toEqual({
      status: 'degraded',
      checks: { ingest_log: 'ok', control_database: 'ok', analytics_engine: 'down' },
    })
  })

  it('fails without the control database, while collecting does not', async () => {
    const { checks, states } = opened()
    states.control_database = 'fails'
    expect(await checks.all()).toMatchObject({ status: 'unavailable', checks: { control_database: 'down' } })
    expect((await checks.collecting()).status).toBe('ready')
  })

  it('fails without the ingest log, and so does collecting', async () => {
    const { checks, states } = opened()
    states.ingest_log = 'fails'
    expect(await checks.all()).toMatchObject({ status: 'unavailable', checks: { ingest_log: 'down' } })
    expect(await checks.collecting()).toEqual({ status: 'unavailable', checks: { ingest_log: 'down' } })
  })

  it('answers while a check hangs, and runs that check once however many ask', async () => {
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

  it('never waits for a database to say whether events are taken', async () => {
    const { checks, states, runs } = opened()
    states.control_database = 'hangs'
    states.analytics_engine = 'hangs'
    expect((await checks.collecting()).status).toBe('ready')
    expect(runs).toEqual({ ingest_log: 1 })
  })
})
