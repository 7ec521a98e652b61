import type { EventExport, ImportUploads, ReadDays } from '@footfall/core-domain'
import {
  type CallOptions,
  DASHBOARD_OPERATIONS,
  type FootfallServices,
  footfallHost,
  type Operation,
  type Principal,
} from '@footfall/operations'
import type { Request, RequestHandler } from 'express'
import type { HttpHost } from '../http-host.ts'
import { createRestRouter } from '../rest-router.ts'
import { errorsForMachines, FOOTFALL_DOCUMENT } from './document.ts'
import { downloadRoutes } from './downloads-router.ts'
import { type CallerServices, channelOf, presentedPrincipal, type RateLimits } from './gate.ts'
import { type IntakeServices, intakeRoutes } from './intake-router.ts'
import { leakRoutes } from './leak-router.ts'
import { uploadRoutes } from './uploads-router.ts'

export interface RestOptions {
  /** Makes the id of a request; unique, and safe in a header. */
  newRequestId(): string
  /** The downloads; without it there are none. */
  readonly exports?: EventExport
  /** Takes files to import; without it there is no upload. */
  readonly uploads?: ImportUploads
  /** Ends the connection of an export's reader that takes longer than this for 64 KiB; 60 s by default. */
  readonly readerStallsAfterMs?: number
  /** Answers a report of a leaked secret no sooner than this; 250 ms by default. */
  readonly leakAnsweredAfterMs?: number
}

export type RestServices = FootfallServices & CallerServices & IntakeServices & RestOptions & LimitServices

interface LimitServices {
  readonly rateLimits: RateLimits
}

/** Everything of Footfall under `/api` that is REST, and `/openapi.json`. */
export function createFootfallRouter(services: RestServices): RequestHandler {
  const host = { ...footfallHost(services), errorsOf: (operation: Operation) => errorsForMachines(operation) }
  const served: HttpHost<Principal> = {
    host,
    callerOf: (req, product, address) => presentedPrincipal(req, services, { product, address }),
    channelOf,
  }
  return createRestRouter(host, {
    ...served,
    newRequestId: services.newRequestId,
    unlisted: DASHBOARD_OPERATIONS,
    // Most requests are events. Every earlier route costs them time, and so does a separate router.
    first: [intakeRoutes(served, services)],
    last: [leakRoutes(served, services), ...downloadRoutes(served, services), ...uploadRoutes(served, services)],
    document: FOOTFALL_DOCUMENT,
    optionsOf: (req: Request): CallOptions => ({ asksWhatWasRead: req.headers['footfall-debug'] === 'plan' }),
    headersOf: ({ days, rows }: ReadDays) => [['Footfall-Plan', `days=${days} rows=${rows}`]],
  })
}
