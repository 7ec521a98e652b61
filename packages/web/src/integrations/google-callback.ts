import {
  InvalidRequest,
  InvalidToken,
  type ProductId,
  RateLimited,
  type RateLimiter,
  RoleForbidden,
} from '@footfall/core-domain'
import { requestId } from '@footfall/http-primitives'
import type { ErrorLog, Origin } from '@footfall/kernel'
import {
  authorize,
  type BrowserSessions,
  connectSearchConsole,
  execute,
  type Services,
  type SessionPrincipal,
  sessionPrincipal,
} from '@footfall/operations'
import { type Request, Router } from 'express'
import { pageErrors } from '../pages/page-errors.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import type { GrantStates, OpenedState } from './grant-states.ts'

export const GOOGLE_CALLBACK_PATH = '/integrations/google/callback'

/** Exchanges an authorization code at the provider for access to a product. */
export interface GrantRedeemer {
  redeem(product: ProductId, code: string, verifier: string): Promise<Redeemed>
}

/** The grant as `connectSearchConsole` stores it, or the provider’s reason for rejecting the code, in one word. */
type Redeemed =
  | { readonly grant: { readonly refresh_token: string; readonly properties: readonly string[] } }
  | { readonly failure: string }

export interface GoogleCallbackServices {
  readonly operations: Services
  readonly browser: Pick<BrowserSessions, 'find'>
  readonly redeemer: GrantRedeemer
  readonly states: GrantStates
  readonly rateLimiter: RateLimiter
  /** Callbacks per minute and session; 0 disables the limit. */
  readonly triesPerMinute: number
  readonly log: ErrorLog
}

/**
 * The redirect URI for Google. The request comes from another site, so the `state` proves that this session started the
 * authorization (CSRF).
 */
export function googleCallbackRouter(services: GoogleCallbackServices): Router {
  const { browser, states, rateLimiter, triesPerMinute } = services
  const router = Router()
  router.use(GOOGLE_CALLBACK_PATH, pageHeaders)

  router.get(GOOGLE_CALLBACK_PATH, async (req, res) => {
    const parameters = parametersOf(req)
    const session = await browser.find(req)
    if (session === undefined) throw new InvalidToken(false)
    if (triesPerMinute > 0) {
      const verdict = await rateLimiter.consume('google_callback', session.id, triesPerMinute)
      if (!verdict.allowed) throw new RateLimited(verdict.resetSeconds)
    }
    const state = states.open(parameters.state ?? '', session.id)
    if (state === undefined) throw invalid('state', 'is not valid for this session; connect again in the settings')
    const principal = sessionPrincipal(session.id, session.account)
    const origin = { channel: 'dashboard', address: req.ip, requestId: requestId(res) } as const
    const problem = await tryToConnect(services, principal, state, parameters, origin)
    const outcome = problem === undefined ? 'connected=1' : `problem=${problem}`
    res.redirect(303, `/products/${state.product}/settings/integrations?${outcome}`)
  })

  router.use(GOOGLE_CALLBACK_PATH, pageErrors(services.log, services.operations.clock))
  return router
}

/** Undefined, or one word for why the connection failed. */
async function tryToConnect(
  services: GoogleCallbackServices,
  principal: SessionPrincipal,
  state: OpenedState,
  parameters: Parameters,
  origin: Origin,
): Promise<string | undefined> {
  try {
    return await connect(services, principal, state, parameters, origin)
  } catch (failure) {
    if (failure instanceof RoleForbidden) return failure.code
    throw failure
  }
}

async function connect(
  { operations, redeemer }: GoogleCallbackServices,
  principal: SessionPrincipal,
  { product, expired, verifier }: OpenedState,
  { code, error }: Parameters,
  origin: Origin,
): Promise<string | undefined> {
  const path = { product }
  // Checked before the code is redeemed, and again by `execute`: access can change in between.
  await authorize(connectSearchConsole, principal, { path, query: {} }, operations.store, origin.channel)
  if (error !== undefined) return error === 'access_denied' ? 'denied' : 'refused'
  if (expired) return 'expired'
  if (code === undefined) return 'refused'
  const redeemed = await redeemer.redeem(product, code, verifier)
  if ('failure' in redeemed) return redeemed.failure === 'code_refused' ? 'expired' : redeemed.failure
  const input = { path, query: {}, body: () => redeemed.grant }
  await execute(connectSearchConsole, principal, input, operations, { confirm: 'unspecified' }, origin)
  return undefined
}

interface Parameters {
  readonly state: string | undefined
  readonly code: string | undefined
  readonly error: string | undefined
}

function parametersOf(req: Request): Parameters {
  const at = req.url.indexOf('?')
  const query = new URLSearchParams(at < 0 ? '' : req.url.slice(at + 1))
  const one = (name: string) => {
    const [value, ...more] = query.getAll(name)
    if (more.length > 0) throw invalid(name, 'is repeated')
    if (value !== undefined && !/^[\x21-\x7e]{1,2048}$/.test(value)) throw invalid(name, 'is malformed')
    return value
  }
  return { state: one('state'), code: one('code'), error: one('error') }
}

function invalid(path: string, message: string): InvalidRequest {
  return new InvalidRequest([{ path, message }])
}
