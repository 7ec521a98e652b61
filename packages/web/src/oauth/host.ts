import type { IncomingMessage } from 'node:http'
import type { Sessions } from '@footfall/accounts'
import {
  type AccountId,
  clientNetwork,
  DEFAULT_LANGUAGE,
  mintSecret,
  type ProductId,
  type RandomSource,
  type RateLimiter,
  ServiceUnavailable,
  type SessionId,
  type Store,
} from '@footfall/core-domain'
import type {
  ExchangeToken,
  GrantResult,
  LimitedEndpoint,
  OAuthEvent,
  OAuthHost,
  RevokeExchangedToken,
  SignedIn,
} from '@footfall/oauth-server'
import { appErrorPage } from '../pages/app-error-page.ts'
import { type Words, wordsIn } from '../pages/words.ts'
import type { CurrentRequest } from '../request-facts.ts'
import { sessionOf } from '../sessions/browser-session.ts'
import type { SecretCookie } from '../sessions/session-cookie.ts'
import { consentPage } from './consent-page.ts'
import { PRODUCT_FIELD } from './consent-parts.ts'
import { readLimits } from './limits-form.ts'
import { offeredProducts } from './offered-products.ts'

export interface HostServices {
  readonly store: Pick<Store, 'products'>
  readonly sessions: Sessions
  readonly cookie: SecretCookie
  readonly random: RandomSource
  readonly request: CurrentRequest
  readonly rateLimiter: RateLimiter
  /** Requests per minute, network and endpoint; 0 disables the limit. */
  readonly requestsPerMinute: number
  observe(event: OAuthEvent): void
  readonly exchangeToken: ExchangeToken
  readonly revokeExchangedToken: RevokeExchangedToken
}

/** Binds a form to the session it was made in. The id of a session is not secret. */
export const SIGN_IN_FIELD = 'sign_in'

export class SignedInPerson implements SignedIn {
  readonly accountId: AccountId
  readonly label: string
  readonly session: SessionId
  constructor(accountId: AccountId, label: string, session: SessionId) {
    this.accountId = accountId
    this.label = label
    this.session = session
  }
}

/** Connects the authorization server to the accounts, products and pages of this service. */
export function oauthHost(services: HostServices): OAuthHost {
  const { store, random, request, rateLimiter, requestsPerMinute } = services
  const words = () => wordsIn(request.facts()?.language ?? DEFAULT_LANGUAGE)
  return {
    async currentAccount(req) {
      const session = await sessionOf(req, services)
      const facts = request.facts()
      if (facts !== undefined) facts.session = session?.id
      return session && new SignedInPerson(session.account.id, session.account.email, session.id)
    },

    signInUrl: (returnTo) => `/sign-in?next=${encodeURIComponent(returnTo)}`,

    readGrant: (form, account) => readConnectionGrant(form, asSignedInPerson(account), store, words()),

    async renderConsent(view) {
      const person = asSignedInPerson(view.account)
      const products = await offeredProducts(store, person.accountId)
      const page = consentPage({ view, products, hidden: [{ name: SIGN_IN_FIELD, value: person.session }] })
      return page(words())
    },

    renderError: (view) => appErrorPage(view)(words()),

    mintToken: (kind) => mintSecret(kind === 'access' ? 'oauth_access' : 'oauth_refresh', random).secret.reveal(),

    exchangeToken: services.exchangeToken,

    revokeExchangedToken: services.revokeExchangedToken,

    async limit(endpoint, req) {
      if (requestsPerMinute === 0) return undefined
      const verdict = await rateLimiter.consume(bucketOf(endpoint), clientNetwork(addressOf(req)), requestsPerMinute)
      return verdict.allowed ? undefined : verdict.resetSeconds
    },

    clientNetwork: (req) => clientNetwork(addressOf(req)) || undefined,

    isUnavailable: (error) => error instanceof ServiceUnavailable,

    observe: (event) => services.observe(event),
  }
}

/** The products and limits of a connection. */
export async function readConnectionGrant(
  form: URLSearchParams,
  person: SignedInPerson,
  store: Pick<Store, 'products'>,
  words: Words,
): Promise<GrantResult> {
  const read = await readProducts(form, person, store, true, words)
  if (!read.ok) return read
  const limits = readLimits(form)
  if (limits === undefined) return rejected(words.say('consent.problem_limits'))
  return { ok: true, grant: { products: read.products, limits } }
}

/** The chosen products, for a form that was made in this sign-in. */
export async function readProducts(
  form: URLSearchParams,
  { accountId, session }: SignedInPerson,
  store: Pick<Store, 'products'>,
  required: boolean,
  { say }: Words,
): Promise<{ readonly ok: true; readonly products: readonly ProductId[] } | Rejected> {
  if (form.get(SIGN_IN_FIELD) !== session) return rejected(say('consent.problem_signed_in_again'))
  const chosen = [...new Set(form.getAll(PRODUCT_FIELD))]
  if (chosen.length === 0 && required) return rejected(say('consent.problem_no_product'))
  const offered = new Map((await offeredProducts(store, accountId)).map(({ id }) => [id as string, id]))
  const products = chosen.map((id) => offered.get(id)).filter((id) => id !== undefined)
  if (products.length < chosen.length) return rejected(say('consent.problem_not_member'))
  return { ok: true, products }
}

type Rejected = Extract<GrantResult, { ok: false }>

function rejected(problem: string): Rejected {
  return { ok: false, problem }
}

export function asSignedInPerson(account: SignedIn): SignedInPerson {
  if (!(account instanceof SignedInPerson)) throw new TypeError('The account must come from `currentAccount`.')
  return account
}

function bucketOf(endpoint: LimitedEndpoint): string {
  return `oauth_${endpoint}`
}

/** The address of the client, as Express determined it with the trusted proxies. */
export function addressOf(req: IncomingMessage): string {
  return 'ip' in req && typeof req.ip === 'string' ? req.ip : (req.socket.remoteAddress ?? '')
}
