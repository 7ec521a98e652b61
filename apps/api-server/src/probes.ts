import type { Readiness, ReadinessChecks } from '@footfall/config'
import { type Response, Router } from 'express'

/**
 * `/healthz`: the process is up. `/readyz`: it can take events and answer people; 503 names what does not work.
 * `/readyz/collect`: it can take events, with or without its databases. Proxies and Kubernetes route by this one.
 */
export function probesRouter(checks: ReadinessChecks): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/readyz', async (_req, res) => send(res, await checks.all()))
  router.get('/readyz/collect', async (_req, res) => send(res, await checks.collecting()))
  return router
}

function send(res: Response, answer: Readiness): void {
  res.setHeader('Cache-Control', 'no-store')
  res.status(answer.status === 'unavailable' ? 503 : 200).json(answer)
}
