import { Router } from 'express'

/** Something the service cannot work without. */
export interface Probe {
  readonly name: string
  check(): Promise<void>
}

const PROBE_TIMEOUT_MS = 3_000

/** `/healthz`: the process is up. `/readyz`: every store answers; otherwise 503 and which one does not. */
export function probesRouter(probes: readonly Probe[]): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/readyz', async (_req, res) => {
    const results = await Promise.all(probes.map(async (probe) => [probe.name, await answers(probe)] as const))
    const ready = results.every(([, up]) => up)
    res.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : 'unavailable',
      checks: Object.fromEntries(results.map(([name, up]) => [name, up ? 'ok' : 'down'])),
    })
  })
  return router
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
