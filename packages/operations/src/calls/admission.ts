import {
  type AccountId,
  clientNetwork,
  type PolicyState,
  type ProductId,
  RateLimited,
  type RateLimiter,
  type RateVerdict,
  type Store,
} from '@footfall/core-domain'
import { actsForAccount, credentialOf, type Principal, type SharedLinkPrincipal } from '@footfall/scopes-policy'

/** All credentials of an account together have this many times the limit of one. */
const ACCOUNT_LIMIT_FACTOR = 4

/** What counts requests and writes, and how many of them a credential has per minute; 0 switches a limit off. */
export interface AdmissionServices {
  readonly store: { readonly products: Pick<Store['products'], 'findOwned'> }
  readonly rateLimiter: RateLimiter
  readonly rateLimits: { readonly requests: number }
  /** Waits until a request of the account may take the thread; undefined if it may at once. Without it, no request waits. */
  readonly requestTurn?: ((account: AccountId | ProductId) => Promise<void> | undefined) | undefined
}

/**
 * Waits until the request of this caller may take the thread; undefined if it may at once. A key takes the turns of the account that
 * owns its product. Links only ask for reports, which have turns of their own.
 */
export function turnOf(
  principal: Principal,
  { requestTurn }: Pick<AdmissionServices, 'requestTurn'>,
): Promise<void> | undefined {
  if (requestTurn === undefined || principal.kind === 'shared_link') return undefined
  return requestTurn(actsForAccount(principal) ? principal.account : (principal.owner ?? principal.product))
}

/**
 * Counts a request of this credential, and returns the state of its limits for the response. Throws `RateLimited` when the
 * limit of the credential or of its account is used up.
 */
export function admitRequest(
  principal: Principal,
  services: AdmissionServices,
  address: string | undefined,
): Promise<readonly PolicyState[]> {
  if (principal.kind === 'shared_link') return admitLink(principal, address, services)
  const { rateLimiter, rateLimits } = services
  return consume('requests', principal, rateLimiter, rateLimits.requests)
}

/**
 * Anyone may have a link, so each network has a limit on it, and all networks together have one. All links of the account that
 * owns the product have one too, so that more links do not allow more requests.
 */
async function admitLink(
  { link, product }: SharedLinkPrincipal,
  address: string | undefined,
  { store, rateLimiter, rateLimits: { requests: limit } }: AdmissionServices,
): Promise<readonly PolicyState[]> {
  if (limit === 0) return []
  const policy = 'requests' as const
  const own = { policy, ...(await rateLimiter.consume(policy, `${link} ${clientNetwork(address ?? '')}`, limit)) }
  assertAllowed(own, [own])
  const all = { policy: 'link-requests' as const }
  const shared = { ...all, ...(await rateLimiter.consume(all.policy, link, limit * ACCOUNT_LIMIT_FACTOR)) }
  assertAllowed(shared, [own, shared])
  const account = (await store.products.findOwned(product))?.owner ?? product
  const links = { policy: 'account-link-requests' as const }
  const together = { ...links, ...(await rateLimiter.consume(links.policy, account, limit * ACCOUNT_LIMIT_FACTOR)) }
  assertAllowed(together, [own, shared, together])
  return [own, shared, together]
}

/** Counts executions in the same way. Previews and replays never come here. */
export function createWriteAdmission(rateLimiter: RateLimiter, limitPerMinute: number) {
  return async (principal: Principal): Promise<void> => {
    await consume('writes', principal, rateLimiter, limitPerMinute)
  }
}

/** Counts an event for the address it came from. Returns and throws like `admitRequest`. */
export async function admitEvent(
  address: string,
  { rateLimiter, rateLimits }: { readonly rateLimiter: RateLimiter; readonly rateLimits: { readonly collect: number } },
): Promise<readonly PolicyState[]> {
  if (rateLimits.collect === 0) return []
  const policy = 'collect'
  const state = { policy, ...(await rateLimiter.consume(policy, clientNetwork(address), rateLimits.collect)) } as const
  assertAllowed(state, [state])
  return [state]
}

/**
 * The limit of the credential comes first, and what it rejects does not count for the account: a credential that calls without
 * pause leaves the others of the account three quarters of their common limit.
 */
async function consume(
  kind: 'requests' | 'writes',
  principal: Principal,
  rateLimiter: RateLimiter,
  limit: number,
): Promise<readonly PolicyState[]> {
  if (limit === 0) return []
  const own = { policy: kind, ...(await rateLimiter.consume(kind, credentialOf(principal), limit)) }
  assertAllowed(own, [own])
  const account = accountOf(principal)
  if (account === undefined) return [own]
  const policy = `account-${kind}` as const
  const shared = { policy, ...(await rateLimiter.consume(policy, account, limit * ACCOUNT_LIMIT_FACTOR)) }
  assertAllowed(shared, [own, shared])
  return [own, shared]
}

/**
 * Whose limit a credential shares. A key that reads counts for the account that issued it. A key of an intake counts
 * only for itself, so that no read of an account makes it lose a payment.
 */
function accountOf(principal: Principal): AccountId | undefined {
  if (actsForAccount(principal)) return principal.account
  return principal.kind === 'website_key' && principal.keyKind === 'api' ? principal.issuer : undefined
}

function assertAllowed(
  { policy, allowed, resetSeconds }: RateVerdict & { readonly policy: Policy },
  states: readonly PolicyState[],
) {
  if (allowed) return
  const seconds = Math.max(1, resetSeconds)
  throw new RateLimited(seconds, { detail: `${DETAILS[policy]}; try again in ${seconds} s.`, policies: states })
}

const DETAILS = {
  requests: 'This credential made too many requests',
  'account-requests': 'The credentials of this account together made too many requests',
  'link-requests': 'Too many requests were made with this shared link',
  'account-link-requests': 'Too many requests were made with the shared links of this account',
  writes: 'This credential made too many changes',
  'account-writes': 'The credentials of this account together made too many changes',
  collect: 'Too many events came from this address',
} as const
type Policy = keyof typeof DETAILS
