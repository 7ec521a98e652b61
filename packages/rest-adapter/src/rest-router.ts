import type { EventExport, ImportUploads } from '@footfall/core-domain'
import { compressedOnce, requestIds } from '@footfall/http-primitives'
import {
  DASHBOARD_DOWNLOADS,
  DASHBOARD_UPLOADS,
  type ErrorLog,
  INTAKE_OPERATIONS,
  problemHandler,
} from '@footfall/operations'
import { Router } from 'express'
import { addDownloads } from './downloads-router.ts'
import { methodNotAllowed, nothingHere, sendPrepared } from './http.ts'
import { addIntakes, type IntakeRouterServices, intakeMethods } from './intake-router.ts'
import { openApiDocument } from './openapi.ts'
import { addOperations, expressPath, type OperationServices, routedOperations } from './operations-router.ts'
import { addUploads } from './uploads-router.ts'

export interface RestOptions {
  readonly log: ErrorLog
  /** Makes the id of a request; unique, and safe in a header. */
  newRequestId(): string
  /** The downloads; without it there are none. */
  readonly exports?: EventExport
  /** Takes files to import; without it there is no upload. */
  readonly uploads?: ImportUploads
  /** Ends the connection of an export's reader that takes longer than this for 64 KiB; 60 s by default. */
  readonly readerStallsAfterMs?: number
}

export type RestServices = OperationServices & IntakeRouterServices & RestOptions

/**
 * Everything under `/api` that is REST, and `/openapi.json`. Requests for anything else pass through, except under
 * `/api/v1`, where nothing else exists.
 */
export function createRestRouter(services: RestServices): Router {
  const router = Router()
  // Anyone may request it, so it is serialized only once.
  const document = compressedOnce(Buffer.from(JSON.stringify(openApiDocument(services.baseUrl, services.operations))))
  router.use(['/api/v1', '/api/event', '/api/events', '/openapi.json'], requestIds(services.newRequestId))
  // Most requests are events. Every earlier route costs them time, and so does a router of their own.
  addIntakes(router, services)
  addOperations(router, services)
  addDownloads(router, services)
  addUploads(router, services)
  router.get('/openapi.json', (_req, res) => {
    res.setHeader('Access-Control-Allow-Origin', '*')
    sendPrepared(res, 200, document)
  })
  for (const [path, methods] of methodsByPath(services)) router.all(expressPath(path), methodNotAllowed(methods))
  router.use('/api/v1', nothingHere)
  router.use(problemHandler(services.log, services.clock))
  return router
}

/** Every method of a path, for the 405 of other methods. */
function methodsByPath(services: RestServices): Map<string, readonly string[]> {
  const methods = new Map<string, Set<string>>()
  const add = (path: string, names: readonly string[]) => {
    const known = methods.get(path) ?? new Set()
    for (const name of names) known.add(name)
    methods.set(path, known)
  }
  const downloads = services.exports === undefined ? [] : DASHBOARD_DOWNLOADS
  const uploads = services.uploads === undefined ? [] : DASHBOARD_UPLOADS
  for (const { path, method } of [...routedOperations(services), ...downloads, ...uploads])
    add(path, method === 'GET' ? ['GET', 'HEAD'] : [method])
  for (const intake of INTAKE_OPERATIONS) add(intake.path, intakeMethods(intake))
  return new Map([...methods].map(([path, names]) => [path, [...names]]))
}
