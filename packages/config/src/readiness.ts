import { CHECK_TIMEOUT_MS } from './check-timeout.ts'

/** A check of one dependency, and what fails without it. */
export interface Probe {
  readonly name: string
  /**
   * `collecting`: events are rejected. `answering`: requests are rejected, and events are still accepted. `reports`: only
   * reports fail, which makes the service degraded but not unavailable.
   */
  readonly neededFor: 'collecting' | 'answering' | 'reports'
  /** Rejects while the dependency fails. */
  check(): Promise<void>
}

export interface Readiness {
  readonly status: 'ready' | 'degraded' | 'unavailable'
  readonly checks: Readonly<Record<string, 'ok' | 'down'>>
}

export interface ReadinessChecks {
  /** Whether this process can accept events and answer requests. */
  all(): Promise<Readiness>
  /** Whether this process can accept events; never waits for a database. */
  collecting(): Promise<Readiness>
}

/**
 * Runs each check on request, at most once at a time. A check that takes longer than two seconds counts as down, without
 * any further wait, until that run ends.
 */
export function readinessChecks(probes: readonly Probe[], timeoutMs = CHECK_TIMEOUT_MS): ReadinessChecks {
  const watched = probes.map((probe) => ({ probe, isUp: withTimeout(probe, timeoutMs) }))

  async function evaluate(selected: typeof watched): Promise<Readiness> {
    const results = await Promise.all(selected.map(async ({ probe, isUp }) => ({ ...probe, up: await isUp() })))
    const down = results.filter(({ up }) => !up)
    const isUnavailable = down.some(({ neededFor }) => neededFor !== 'reports')
    return {
      status: isUnavailable ? 'unavailable' : down.length > 0 ? 'degraded' : 'ready',
      checks: Object.fromEntries(results.map(({ name, up }) => [name, up ? 'ok' : 'down'])),
    }
  }

  return {
    all: () => evaluate(watched),
    collecting: () => evaluate(watched.filter(({ probe }) => probe.neededFor === 'collecting')),
  }
}

function withTimeout(probe: Probe, timeoutMs: number): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  let isLate = false

  function start(): Promise<boolean> {
    isLate = false
    const run = isWorking(probe).finally(() => {
      running = undefined
    })
    running = run
    return run
  }

  return async () => {
    if (running !== undefined && isLate) return false
    const run = running ?? start()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => {
        isLate = true
        resolve(false)
      }, timeoutMs)
    })
    const up = await Promise.race([run, late])
    clearTimeout(timer)
    return up
  }
}

async function isWorking(probe: Probe): Promise<boolean> {
  try {
    await probe.check()
    return true
  } catch {
    return false
  }
}
