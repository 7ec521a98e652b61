import { Router } from 'express'
import { type ErrorLog, nothingHere, problemHandler, requestIds, sendJson } from './http.ts'
import { INTAKE_PATHS, type IntakeServices, intakeRouter } from './intake-router.ts'
import { openApiDocument } from './openapi.ts'
import { type OperationServices, operationsRouter } from './operations-router.ts'

export interface RestServices extends OperationServices, IntakeServices {
  readonly log: ErrorLog
  /** Makes the id of a request; unique, and safe in a header. */
  newRequestId(): string
}

/**
 * Everything under `/api` that is REST, and `/openapi.json`. Requests for anything else pass through, except under
 * `/api/v1`, where nothing else exists.
 */
export function createRestRouter(services: RestServices): Router {
  const router = Router()
  const document = openApiDocument(services.baseUrl)
  router.use(['/api/v1', '/api/event', '/openapi.json'], requestIds(services.newRequestId))
  router.get('/openapi.json', (_req, res) => {
    res.setHeader('Access-Control-Allow-Origin', '*')
    sendJson(res, 200, document)
  })
  router.use(operationsRouter(services, INTAKE_PATHS))
  router.use(intakeRouter(services))
  router.use('/api/v1', nothingHere)
  router.use(problemHandler(services.log))
  return router
}
