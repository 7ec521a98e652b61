/** Something the service works with, and what fails without it. */
export interface Probe {
  readonly name: string
  /**
   * `collecting`: events are refused. `answering`: people and machines are refused, and events are still taken.
   * `reports`: everything works but reports; this makes the service degraded, and never unready.
   */
  readonly neededFor: 'collecting' | 'answering' | 'reports'
  /** Rejects while it does not work. */
  check(): Promise<void>
}

export interface Readiness {
  readonly status: 'ready' | 'degraded' | 'unavailable'
  readonly checks: Readonly<Record<string, 'ok' | 'down'>>
}

export interface ReadinessChecks {
  /** Whether this process can take events and answer people. */
  all(): Promise<Readiness>
  /** Whether this process can take events: never waits for a database. */
  collecting(): Promise<Readiness>
}

const ANSWER_WITHIN_MS = 2_000

/**
 * Runs the checks when asked, each at most once at a time, however many ask. One that takes longer than two seconds is
 * down, and stays down without any waiting until that run has ended.
 */
export function readinessChecks(probes: readonly Probe[], answerWithinMs = ANSWER_WITHIN_MS): ReadinessChecks {
  const watched = probes.map((probe) => ({ probe, isUp: bounded(probe, answerWithinMs) }))

  async function judge(asked: typeof watched): Promise<Readiness> {
    const results = await Promise.all(asked.map(async ({ probe, isUp }) => ({ ...probe, up: await isUp() })))
    const down = results.filter(({ up }) => !up)
    const isUnready = down.some(({ neededFor }) => neededFor !== 'reports')
    return {
      status: isUnready ? 'unavailable' : down.length > 0 ? 'degraded' : 'ready',
      checks: Object.fromEntries(results.map(({ name, up }) => [name, up ? 'ok' : 'down'])),
    }
  }

  return {
    all: () => judge(watched),
    collecting: () => judge(watched.filter(({ probe }) => probe.neededFor === 'collecting')),
  }
}

function bounded(probe: Probe, withinMs: number): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  let isLate = false

  function start(): Promise<boolean> {
    isLate = false
    const run = settled(probe).finally(() => {
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
      }, withinMs)
    })
    const up = await Promise.race([run, late])
    clearTimeout(timer)
    return up
  }
}

async function settled(probe: Probe): Promise<boolean> {
  try {
    await probe.check()
    return true
  } catch {
    return false
  }
}
