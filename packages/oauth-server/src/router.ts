import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasTooManyParameters, keepUncompressed, PARAMETERS_MAX } from '@footfall/http-primitives'
import { authorize } from './authorize/authorize.ts'
import { register } from './clients/register.ts'
import { answerConsent } from './consent/answer-consent.ts'
import { type Context, errorPage, reportRejection } from './context.ts'
import { deviceAuthorization } from './device/device-authorization.ts'
import { verification } from './device/verification.ts'
import type { DeviceSettings } from './device-options.ts'
import type { LimitedEndpoint } from './host.ts'
import { type HttpRequest, type HttpResponse, jsonError } from './http/exchange.ts'
import { requestFrom, send } from './http/node-adapter.ts'
import {
  AUTHORIZATION_SERVER_METADATA_PATH,
  authorizationServerMetadata,
  protectedResourceMetadata,
  protectedResourceMetadataPath,
} from './metadata.ts'
import { revoke } from './revoke.ts'
import { PATHS } from './settings.ts'
import { token } from './token/token.ts'

/** A handler for Express and Connect; calls `next` for all other paths. */
export type OAuthHandler = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void

interface Route {
  readonly methods: readonly string[]
  /** Programs get JSON and CORS headers; people get a page. */
  readonly forPrograms: boolean
  /** Whether anyone may read the answers. Others can hold secrets, so they are not compressed. */
  readonly isPublic?: boolean
  readonly limited: LimitedEndpoint | undefined
  readonly run: (context: Context, request: HttpRequest) => Promise<HttpResponse> | HttpResponse
}

/** These endpoints ignore cookies, so pages of any origin may call them, as clients in browsers do. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After',
}
const UNAVAILABLE_RETRY_SECONDS = '5'

export function createHandler(context: Context): OAuthHandler {
  const routes = routesOf(context)
  return (req, res, next) => {
    const url = req.url ?? '/'
    const mark = url.indexOf('?')
    const route = routes.get(mark < 0 ? url : url.slice(0, mark))
    if (!route) return next()
    if (!route.isPublic) keepUncompressed(res)
    respond(context, route, requestFrom(req)).then(
      (response) => send(res, response, req.method !== 'HEAD'),
      (error: unknown) => {
        // The client is gone, or the response could not be written.
        context.settings.host.observe?.({ kind: 'failed', endpoint: url.split('?', 1)[0] ?? url, error })
        if (!res.headersSent) res.destroy()
      },
    )
  }
}

function routesOf({ settings }: Context): ReadonlyMap<string, Route> {
  const metadata = (value: unknown): Route => {
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' }
    const fixed: HttpResponse = { status: 200, headers, body: JSON.stringify(value) }
    return { methods: ['GET', 'HEAD'], forPrograms: true, isPublic: true, limited: undefined, run: () => fixed }
  }
  const program = (limited: LimitedEndpoint, run: Route['run']): Route => ({
    methods: ['POST'],
    forPrograms: true,
    limited,
    run,
  })
  const deviceRoutes = (device: DeviceSettings): readonly (readonly [string, Route])[] => [
    [PATHS.deviceAuthorization, program('device_authorization', deviceAuthorization(device))],
    [device.path, { methods: ['GET', 'POST'], forPrograms: false, limited: 'device', run: verification(device) }],
  ]
  return new Map<string, Route>([
    [protectedResourceMetadataPath(settings.resource), metadata(protectedResourceMetadata(settings))],
    [AUTHORIZATION_SERVER_METADATA_PATH, metadata(authorizationServerMetadata(settings))],
    [PATHS.authorize, { methods: ['GET'], forPrograms: false, limited: 'authorize', run: authorize }],
    [PATHS.consent, { methods: ['POST'], forPrograms: false, limited: 'consent', run: answerConsent }],
    [PATHS.token, program('token', token)],
    [PATHS.revoke, program('revoke', revoke)],
    [PATHS.register, program('register', register)],
    ...(settings.deviceGrant ? deviceRoutes(settings.deviceGrant) : []),
  ])
}

async function respond(context: Context, route: Route, request: HttpRequest): Promise<HttpResponse> {
  const response = await run(context, route, request)
  return route.forPrograms ? { ...response, headers: { ...response.headers, ...CORS } } : response
}

/** Method, rate limit, endpoint. What the endpoint throws becomes a 500 or 503 that reveals nothing. */
async function run(context: Context, route: Route, request: HttpRequest): Promise<HttpResponse> {
  const { host } = context.settings
  if (request.method === 'OPTIONS') return options(route, request)
  if (!route.methods.includes(request.method)) return methodNotAllowed(context, route)
  try {
    const retryAfterSeconds = route.limited && (await host.limit?.(route.limited, request.raw))
    if (route.limited && retryAfterSeconds !== undefined)
      return limited(context, route, route.limited, retryAfterSeconds)
    if (hasTooManyParameters(request.query)) return tooManyParameters(context, route)
    return await route.run(context, request)
  } catch (error) {
    host.observe?.({ kind: 'failed', endpoint: request.path, error })
    return failed(context, route, host.isUnavailable?.(error) ?? false)
  }
}

function options(route: Route, request: HttpRequest): HttpResponse {
  const methods = [...route.methods, 'OPTIONS'].join(', ')
  const requested = request.header('access-control-request-headers') ?? ''
  const allowed = /^[a-z0-9\-, ]{1,500}$/i.test(requested)
    ? requested
    : 'Authorization, Content-Type, MCP-Protocol-Version'
  const preflight = {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': allowed,
    'Access-Control-Max-Age': '7200',
    Vary: 'Access-Control-Request-Headers',
  }
  return { status: 204, headers: { Allow: methods, ...(route.forPrograms ? preflight : {}) }, body: '' }
}

async function methodNotAllowed(context: Context, route: Route): Promise<HttpResponse> {
  const allow = { Allow: [...route.methods, 'OPTIONS'].join(', ') }
  const detail = `Use ${route.methods.join(' or ')}.`
  if (route.forPrograms) return jsonError(405, 'invalid_request', detail, allow)
  const page = await errorPage(context, { status: 405, title: 'Method not allowed', detail })
  return { ...page, headers: { ...page.headers, ...allow } }
}

async function limited(
  context: Context,
  route: Route,
  endpoint: LimitedEndpoint,
  retryAfterSeconds: number,
): Promise<HttpResponse> {
  reportRejection(context, endpoint, 'rate_limited')
  const retry = { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) }
  if (route.forPrograms) return jsonError(429, 'temporarily_unavailable', 'Too many requests. Try again later.', retry)
  const page = await errorPage(context, { status: 429, title: 'Too many requests', detail: 'Try again later.' })
  return { ...page, headers: { ...page.headers, ...retry } }
}

async function tooManyParameters(context: Context, route: Route): Promise<HttpResponse> {
  const detail = `A request has at most ${PARAMETERS_MAX} parameters.`
  if (route.forPrograms) return jsonError(400, 'invalid_request', detail)
  return errorPage(context, { status: 400, title: 'Too many parameters', detail })
}

async function failed(context: Context, route: Route, unavailable: boolean): Promise<HttpResponse> {
  const status = unavailable ? 503 : 500
  const retry: Record<string, string> = unavailable ? { 'Retry-After': UNAVAILABLE_RETRY_SECONDS } : {}
  const detail = 'The server could not handle the request. Try again in a moment.'
  if (route.forPrograms)
    return jsonError(status, unavailable ? 'temporarily_unavailable' : 'server_error', detail, retry)
  const page = await errorPage(context, { status, title: 'Something went wrong', detail })
  return { ...page, headers: { ...page.headers, ...retry } }
}
