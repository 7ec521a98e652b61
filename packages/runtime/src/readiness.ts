/** Something the service cannot work without. */
export interface Probe {
  readonly name: string
  check(): Promise<void>
}

export interface Readiness {
  readonly status: 'ready' | 'unavailable'
  readonly checks: Readonly<Record<string, 'ok' | 'down'>>
}

const PROBE_TIMEOUT_MS = 3_000

/** Whether every store answers, and which one does not. */
export async function readiness(probes: readonly Probe[]): Promise<Readiness> {
  const results = await Promise.all(probes.map(async (probe) => [probe.name, await answers(probe)] as const))
  return {
    status: results.every(([, up]) => up) ? 'ready' : 'unavailable',
    checks: Object.fromEntries(results.map(([name, up]) => [name, up ? 'ok' : 'down'])),
  }
}

async function answers(probe: Probe): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PROBE_TIMEOUT_MS)
  })
  const check = probe.check().then(
    () => true,
    () => false,
  )
  const up = await Promise.race([check, late])
  clearTimeout(timer)
  return up
}
