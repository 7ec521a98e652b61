import type { Sessions } from '@footfall/accounts'
import {
  type AccountId,
  type Clock,
  clientNetwork,
  DAY_MS,
  DEFAULT_LANGUAGE,
  DomainError,
  InvalidRequest,
  type ProductId,
  type ProductSelection,
  type RandomSource,
  type RateLimiter,
  type Transaction,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import type {
  AllowedDevice,
  DeviceGrantOptions,
  DeviceGrantResult,
  DeviceRequest,
  IssueResult,
  OwnClient,
  SignedIn,
} from '@footfall/oauth-server'
import { checkDeviceToken, DeviceTokenGrant, issueDeviceToken, revokeOwnToken, SCOPES } from '@footfall/operations'
import { type Words, wordsIn } from '../pages/words.ts'
import type { CurrentRequest } from '../request-facts.ts'
import {
  ALL_PRODUCTS_FIELD,
  deviceDecidedPage,
  deviceEntryPage,
  deviceRequestPage,
  deviceSignInAgainPage,
  EXPIRY_DAYS,
  EXPIRY_FIELD,
  SCOPE_FIELD,
} from './device-pages.ts'
import { addressOf, asSignedInPerson, readConnectionGrant, readProducts, SIGN_IN_FIELD } from './host.ts'
import { readLimits } from './limits-form.ts'
import { offeredProducts } from './offered-products.ts'

const DEVICE_PATH = '/device'
/** The command line. */
export const COMMAND_LINE_CLIENT = 'footfall-cli'
/** Codes that one account, and one network, may enter in a minute. */
const ENTRIES_PER_ACCOUNT = 10
const ENTRIES_PER_NETWORK = 30
const NAME_MAX = 100

/** The transaction in which a device request is consumed and its token made. */
export interface DeviceTransaction extends Transaction {
  readonly oauth: { consumeDevice(hash: string, now: number): Promise<boolean> }
}

export interface DeviceServices {
  readonly store: TransactionalStore<DeviceTransaction>
  readonly sessions: Sessions
  readonly request: CurrentRequest
  readonly rateLimiter: RateLimiter
  /** Requests per minute and network; 0 disables the limits. */
  readonly requestsPerMinute: number
  readonly quotas: { readonly tokens: number }
  /** The base of the REST API. */
  readonly api: string
  readonly clock: Clock
  readonly random: RandomSource
}

/** Device authorization: for connected apps without a browser, and for the command line, which gets an account token. */
export function deviceGrant(services: DeviceServices): DeviceGrantOptions {
  const { store, sessions, request, rateLimiter, requestsPerMinute, clock } = services
  const words = () => wordsIn(request.facts()?.language ?? DEFAULT_LANGUAGE)
  return {
    path: DEVICE_PATH,
    ownClients: [commandLine(services)],

    originOf: (req) => addressOf(req) || undefined,

    async limitEntry({ accountId }, req) {
      if (requestsPerMinute === 0) return undefined
      const byAccount = await rateLimiter.consume('device_code_account', accountId, ENTRIES_PER_ACCOUNT)
      if (!byAccount.allowed) return byAccount.resetSeconds
      const network = clientNetwork(addressOf(req))
      const byNetwork = await rateLimiter.consume('device_code_network', network, ENTRIES_PER_NETWORK)
      return byNetwork.allowed ? undefined : byNetwork.resetSeconds
    },

    renderEntry: (view) => deviceEntryPage(view)(words()),

    async renderRequest(view) {
      const person = asSignedInPerson(view.account)
      if (view.client.kind === 'own' && !(await sessions.isRecent(person.session, sessions.reader)))
        return deviceSignInAgainPage(person.label, `${DEVICE_PATH}?user_code=${view.userCode}`)(words())
      return deviceRequestPage({
        view,
        products: await offeredProducts(store, person.accountId),
        hidden: [{ name: SIGN_IN_FIELD, value: person.session }],
        address: request.facts()?.address,
        now: clock.now(),
      })(words())
    },

    renderDecided: (view) => deviceDecidedPage(view)(words()),

    readGrant: (form, account, asked) =>
      asked.clientId === COMMAND_LINE_CLIENT
        ? readTokenGrant(form, account, asked, services, words())
        : readConnectionGrant(form, asSignedInPerson(account), store, words()),
  }
}

/** The command line of this service: a public client that gets an account token for the REST API. */
function commandLine(services: DeviceServices): OwnClient {
  const { store, request, clock, random, quotas, api } = services
  const from = () => ({ address: request.facts()?.address, request_id: request.facts()?.requestId })
  return {
    id: COMMAND_LINE_CLIENT,
    name: 'Footfall command line',
    resource: api,
    scopes: SCOPES,

    async issue(device): Promise<IssueResult> {
      const facts = from()
      try {
        const issued = await store.transaction(async (tx) => {
          if (!(await tx.oauth.consumeDevice(device.hash, clock.now()))) return undefined
          return issueDeviceToken(tx, deviceToken(device), { clock, random, quotas }, facts)
        })
        if (issued === undefined) return { ok: false, because: 'consumed' }
        const { token, secret } = issued
        return {
          ok: true,
          credential: secret.reveal(),
          expiresAt: token.expires_at === null ? undefined : Date.parse(token.expires_at),
          attributes: { token_id: token.id, token_name: token.name },
        }
      } catch (error) {
        if (!(error instanceof DomainError) || error.code === 'service_unavailable') throw error
        return { ok: false, because: 'rejected', description: messageOf(error) }
      }
    },

    async revoke(presented) {
      const facts = from()
      await store.transaction((tx) => revokeOwnToken(tx, presented, { clock, random }, facts))
    },
  }
}

/** Ids in a grant, and scopes of a request, were checked when the person decided. */
function deviceToken({ decision }: AllowedDevice) {
  return {
    account: decision.accountId as AccountId,
    scopes: SCOPES.filter((scope) => decision.scopes.includes(scope)),
    grant: DeviceTokenGrant.parse(decision.grant),
  }
}

async function readTokenGrant(
  form: URLSearchParams,
  account: SignedIn,
  asked: DeviceRequest,
  services: DeviceServices,
  words: Words,
): Promise<DeviceGrantResult> {
  const { say } = words
  const { store, sessions, clock, random, quotas } = services
  const person = asSignedInPerson(account)
  if (!(await sessions.isRecent(person.session, sessions.reader))) return rejected(say('device.problem_old_sign_in'))
  const chosen = form.getAll(SCOPE_FIELD)
  if (chosen.length === 0) return rejected(say('device.problem_no_scope'))
  if (chosen.some((scope) => !asked.scopes.includes(scope))) return rejected(say('device.problem_scope'))
  const scopes = SCOPES.filter((scope) => chosen.includes(scope))
  const all = form.getAll(ALL_PRODUCTS_FIELD)
  if (all.some((value) => value !== '1') || all.length > 1) return rejected(say('device.problem_products'))
  const products = await readProducts(form, person, store, all.length === 0, words)
  if (!products.ok) return products
  if (scopes.includes('products:write') && all.length === 0) return rejected(say('device.problem_all_needed'))
  const days = EXPIRY_DAYS.find((offered) => String(offered) === form.get(EXPIRY_FIELD))
  if (days === undefined || form.getAll(EXPIRY_FIELD).length > 1) return rejected(say('device.problem_expiry'))
  const limits = readLimits(form, 'token')
  if (limits === undefined) return rejected(say('consent.problem_limits'))
  const grant = {
    name: tokenName(asked),
    products: selectionOf(all.length === 1, products.products),
    limits,
    expires_at: timestamp(clock.now() + days * DAY_MS),
    session: person.session,
  }
  try {
    await checkDeviceToken({ account: person.accountId, scopes, grant }, { store, clock, random, quotas })
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'service_unavailable') throw error
    return rejected(messageOf(error))
  }
  return { ok: true, grant, scopes }
}

function selectionOf(all: boolean, ids: readonly ProductId[]): ProductSelection {
  return all ? { mode: 'all' } : { mode: 'selected', ids: [...ids] }
}

/** Named after the device, so that a person recognizes it in the list of tokens. */
function tokenName({ deviceName }: DeviceRequest): string {
  return deviceName === undefined ? 'Command line' : `Command line on ${deviceName}`.slice(0, NAME_MAX).trim()
}

/** The sentence of a rule that rejects the token. */
function messageOf(error: DomainError): string {
  if (!(error instanceof InvalidRequest)) return error.detail
  return error.errors.map(({ path, message }) => `${path}: ${message}.`).join(' ')
}

function rejected(problem: string): DeviceGrantResult {
  return { ok: false, problem }
}
