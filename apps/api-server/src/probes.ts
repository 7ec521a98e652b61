import { type Probe, readiness } from '@footfall/runtime'
import { Router } from 'express'

/** `/healthz`: the process is up. `/readyz`: every store answers; otherwise 503 and which one does not. */
export function probesRouter(probes: readonly Probe[]): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/readyz', async (_req, res) => {
    const answer = await readiness(probes)
    res.status(answer.status === 'ready' ? 200 : 503).json(answer)
  })
  return router
}
