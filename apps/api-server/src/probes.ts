import type { Readiness, ReadinessChecks } from '@footfall/config'
import { type Response, Router } from 'express'

/**
 * `/healthz`: the process runs. `/readyz`: it can accept events and answer requests; 503 names what does not work.
 * `/readyz/collect`: it can accept events, with or without its databases. Proxies and Kubernetes route by this one.
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

function send(res: Response, readiness: Readiness): void {
  res.setHeader('Cache-Control', 'no-store')
  res.status(readiness.status === 'unavailable' ? 503 : 200).json(readiness)
}
