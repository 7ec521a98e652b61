import type { Invitations } from '@footfall/accounts'
import type { ReadinessChecks } from '@footfall/config'
import { compression, inTurn, requestId, requestIds, securityHeaders } from '@footfall/http-primitives'
import { createFootfallEndpoint, type McpServices } from '@footfall/mcp-tools/footfall'
import { type KeptSecrets, problemHandler } from '@footfall/operations'
import { nothingHere } from '@footfall/rest-adapter'
import { createFootfallRouter, type RestServices } from '@footfall/rest-adapter/footfall'
import type { AuthorizationServer, SignInServices } from '@footfall/web'
import {
  assetsRouter,
  fewParameters,
  type GoogleCallbackServices,
  googleCallbackRouter,
  newSecretRouter,
  type ProviderServices,
  pageNotFound,
  peopleRouter,
  personLanguage,
  providerRouter,
  type RecoveryServices,
  recoveryRouter,
  type SharedLinkServices,
  type StatusPageServices,
  secondFactorRouter,
  sessionSecretOf,
  sharedLinkRouter,
  signInRouter,
  statusRouter,
  type UnsubscribeRouterServices,
  unsubscribeRouter,
} from '@footfall/web'
import express, { type Express, type Request, type RequestHandler, type Response } from 'express'
import { builtDirectory } from './built-directory.ts'
import { dashboardRouter, sharedDashboard } from './dashboard/dashboard-router.ts'
import { docsRouter } from './docs/docs-router.ts'
import { referenceRouter } from './docs/reference-router.ts'
import { probesRouter } from './probes.ts'
import { securityTextRouter } from './security-text.ts'
import { trackerRouter } from './tracker-route.ts'

export interface AppServices
  extends RestServices,
    Pick<McpServices, 'requestStateKey' | 'allowedHosts' | 'allowedOrigins'> {
  readonly trustedProxies: number
  readonly securityContact: string | undefined
  readonly ready: ReadinessChecks
  readonly signIn: SignInServices
  readonly invitations: Invitations
  readonly recovery: RecoveryServices
  /** Undefined where no OpenID provider is set up. */
  readonly providerSignIn: ProviderServices | undefined
  readonly shares: Pick<SharedLinkServices, 'linkPasswords' | 'linkProofs'>
  readonly authorization: Pick<AuthorizationServer, 'handler'>
  /** The route for events of other replicas; undefined where there are none. */
  readonly replicas: RequestHandler | undefined
  readonly unsubscribing: UnsubscribeRouterServices
  readonly keptSecrets: KeptSecrets
  /** Undefined if the service is not a client of Google. */
  readonly googleCallback: GoogleCallbackServices | undefined
  readonly status: Pick<StatusPageServices, 'operators' | 'read'>
  /** Middleware before all routes: request log and metrics. */
  readonly observers: readonly RequestHandler[]
}

/** The service over HTTP: each router answers its own paths; any other path is a 404, as a page for a browser that opens one. */
export function createHttpApp(services: AppServices): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  app.set('trust proxy', services.trustedProxies)
  app.use(
    inTurn<Request, Response>([
      securityHeaders(services.baseUrl),
      requestIds(services.newRequestId),
      ...services.observers,
      compression(),
      ...(services.replicas === undefined ? [] : [services.replicas]),
      // Most requests end here, without another layer of Express.
      createFootfallRouter({ ...services, linkProofs: services.shares.linkProofs }),
    ]),
  )
  app.all('/api/mcp', mcpRoute(services))
  app.use(probesRouter(services.ready))
  app.use(securityTextRouter(services.securityContact, services.baseUrl, services.clock))
  app.use(trackerRouter())
  app.use(assetsRouter())
  // Everything after this answers pages.
  app.use(fewParameters)
  app.use(personLanguage(services.signIn))
  app.use(secondFactorRouter(services.signIn))
  app.use(signInRouter(services.signIn))
  app.use(recoveryRouter(services.recovery))
  if (services.providerSignIn !== undefined) app.use(providerRouter(services.providerSignIn))
  app.use(peopleRouter({ ...services.signIn, invitations: services.invitations }))
  app.use(sharedLinkRouter({ ...services, ...services.shares, operations: services, dashboard: sharedDashboard() }))
  app.use(unsubscribeRouter(services.unsubscribing))
  app.use(newSecretRouter({ ...services.signIn, keptSecrets: services.keptSecrets }))
  app.use(statusRouter({ ...services.signIn, ...services.status }))
  if (services.googleCallback !== undefined) app.use(googleCallbackRouter(services.googleCallback))
  app.use(services.authorization.handler)
  app.use(referenceRouter())
  app.use(docsRouter(builtDirectory('docs')))
  app.use(dashboardRouter((req) => sessionSecretOf(req, services.signIn.cookie) !== undefined))
  app.use(pageNotFound, nothingHere, problemHandler(services.log, services.clock))
  return app
}

function mcpRoute(services: McpServices): RequestHandler {
  const endpoint = createFootfallEndpoint(services)
  return (req, res) => endpoint(req, res, { address: req.ip, requestId: requestId(res) })
}
