import {
  type AccountId,
  type Clock,
  InvalidRequest,
  InvalidToken,
  NotFound,
  newAuditEntry,
  type ProductId,
  type RandomSource,
  RateLimited,
  type RateLimiter,
  randomBase62,
  type SessionId,
  type SessionReader,
  type Store,
  type TransactionalStore,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { type BrowserSessions, type ErrorLog, requestId } from '@footfall/rest-adapter'
import { roleAtLeast } from '@footfall/scopes-policy'
import { ProviderFailure, type SearchConsoleGrant, type SearchConsoleGrants } from '@footfall/search-console'
import { type Request, Router } from 'express'
import { pageErrors } from '../pages/page-errors.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import type { GrantStates, OpenedState } from './grant-states.ts'

export const GOOGLE_CALLBACK_PATH = '/integrations/google/callback'
const PROVIDER = 'google_search_console'

export interface GoogleCallbackServices {
  readonly store: TransactionalStore
  readonly browser: Pick<BrowserSessions, 'find'>
  isLive(session: SessionId, sessions: SessionReader): Promise<boolean>
  readonly grants: SearchConsoleGrants
  readonly states: GrantStates
  readonly clock: Clock
  readonly random: RandomSource
  readonly rateLimiter: RateLimiter
  /** Answers per minute and session; 0 switches the limit off. */
  readonly triesPerMinute: number
  readonly log: ErrorLog
}

interface Answering {
  readonly product: ProductId
  readonly account: AccountId
  readonly session: SessionId
}

/**
 * Where the provider's page sends people back to. They come from another site, so what says that they asked is the
 * state, which only the session that it was issued to may bring back.
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
    if (state === undefined)
      throw refused('state', 'is not one that this sign-in was given; begin again in the settings')
    const answering = { product: state.product, account: session.account, session: session.id }
    const origin = { address: req.ip, request_id: requestId(res) }
    const problem = await answer(services, answering, state, parameters, origin)
    const outcome = problem === undefined ? 'connected=1' : `problem=${problem}`
    res.redirect(303, `/products/${state.product}/settings/integrations?${outcome}`)
  })

  router.use(GOOGLE_CALLBACK_PATH, pageErrors(services.log))
  return router
}

/** Connects, or answers in one word why not. */
async function answer(
  services: GoogleCallbackServices,
  answering: Answering,
  { expired, verifier }: OpenedState,
  { code, error }: Parameters,
  origin: Origin,
): Promise<string | undefined> {
  if (!(await mayConnect(services.store, answering))) return 'role_forbidden'
  if (error !== undefined) return error === 'access_denied' ? 'denied' : 'refused'
  if (expired) return 'expired'
  if (code === undefined) return 'refused'
  let grant: SearchConsoleGrant
  try {
    grant = await services.grants.redeem(answering.product, code, verifier)
  } catch (failure) {
    if (!(failure instanceof ProviderFailure)) throw failure
    return failure.reason === 'code_refused' ? 'expired' : failure.reason
  }
  // While the provider was asked, the person may have signed out or lost the role.
  return services.store.transaction(async ({ store, sessions }) => {
    if (!(await services.isLive(answering.session, sessions))) throw new InvalidToken(true)
    if (!(await mayConnect(store, answering))) return 'role_forbidden'
    await connect(services, store, answering, grant, origin)
    return undefined
  })
}

/** Throws `NotFound` where the person does not see the product at all. */
async function mayConnect(store: Store, { account, product }: Answering): Promise<boolean> {
  const found = await store.products.findFor(account, product)
  if (found === undefined) throw new NotFound()
  return roleAtLeast(found.role, 'admin')
}

interface Origin {
  readonly address: string | undefined
  readonly request_id: string
}

async function connect(
  { clock, random }: GoogleCallbackServices,
  store: WritableStore,
  { product, account, session }: Answering,
  { refresh_token, properties }: SearchConsoleGrant,
  origin: Origin,
): Promise<void> {
  const at = timestamp(clock.now())
  const before = await store.integrations.connection(product, PROVIDER)
  const isSame = before?.property !== undefined && properties.includes(before.property)
  if (before?.property !== undefined && !isSame) {
    const id = `lft_${randomBase62(random, 20)}`
    // The access before may be of the same Google account, whose new access would end with it.
    await store.integrations.enqueueCleanup({
      id,
      product,
      provider: PROVIDER,
      refresh_token: undefined,
      rows: true,
      created_at: at,
    })
  }
  await store.integrations.put({
    product,
    provider: PROVIDER,
    status: 'connected',
    detail: undefined,
    property: isSame ? before.property : undefined,
    properties,
    refresh_token,
    synced_at: isSame ? before.synced_at : undefined,
    sync_requested_at: isSame ? at : undefined,
    updated_at: at,
  })
  await store.audit.append(
    newAuditEntry(
      { clock, random },
      {
        actor: { kind: 'session', credential: session, account, lineage: [] },
        operation: 'dashboard_integrations_connect',
        product,
        subject: PROVIDER,
        summary: 'Connect Google Search Console.',
        changes: [{ path: 'status', from: before?.status ?? 'not_connected', to: 'connected' }],
        channel: 'dashboard',
        ...origin,
      },
    ),
  )
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
    if (more.length > 0) throw refused(name, 'is given more than once')
    if (value !== undefined && !/^[\x21-\x7e]{1,2048}$/.test(value)) throw refused(name, 'is not what Google sends')
    return value
  }
  return { state: one('state'), code: one('code'), error: one('error') }
}

function refused(path: string, message: string): InvalidRequest {
  return new InvalidRequest([{ path, message }])
}
