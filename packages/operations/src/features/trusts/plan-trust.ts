import {
  type AccountId,
  type AccountToken,
  type Clock,
  type CredentialLimits,
  DelegationExceeded,
  type IdFactory,
  QuotaExceeded,
  type Store,
  type TokenTrust,
  type TrustLimits,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { delegationExcess } from '@footfall/scopes-policy'
import type { IssuerHosts } from '../../definition/call.ts'
import { created } from '../../definition/index.ts'
import { delegatorOf } from '../tokens/delegator.ts'
import { assertSelection } from '../tokens/new-token.ts'
import { assertProductsOfAccount } from '../tokens/products-of-account.ts'
import { assertChangeable } from '../tokens/token-change.ts'
import { accessLimitsOf } from './access-of-trust.ts'
import { assertIssuer } from './issuer.ts'
import { subjectHead } from './subject-pattern.ts'
import { LIFETIME_SECONDS_MAX, type NewTrust } from './trust-fields.ts'

const TRUSTS_PER_TOKEN_MAX = 20

interface Planning {
  readonly store: Store
  readonly account: AccountId
  readonly clock: Clock
  readonly ids: IdFactory
  readonly issuers: IssuerHosts
}

/**
 * The trust that a token is about to get. Throws `InvalidRequest` for an issuer that cannot be fetched and for products of others,
 * `DelegationExceeded` for more access than the token has, `QuotaExceeded` beyond 20 trusts of one token.
 */
export async function planTrust(
  token: AccountToken,
  { claims = {}, limits = {}, lifetime_seconds = LIFETIME_SECONDS_MAX, ...given }: NewTrust,
  { store, account, clock, ids, issuers }: Planning,
): Promise<TokenTrust> {
  assertChangeable(token)
  assertIssuer(given.issuer, issuers)
  assertSelection(given.scopes, given.products)
  const excess = delegationExcess(
    delegatorOf(token),
    {
      scopes: given.scopes,
      products: given.products,
      limits: accessLimitsOf(token, limits),
      allowedNetworks: token.allowed_networks,
      // The life of a child is cut to that of the token.
      expiresAt: token.expires_at,
    },
    'parent token',
  )
  if (excess !== undefined) throw new DelegationExceeded(excess.detail)
  await assertProductsOfAccount(account, given.products, store)
  if ((await store.tokenTrusts.count(token.id)) >= TRUSTS_PER_TOKEN_MAX)
    throw new QuotaExceeded('trusts of this token', TRUSTS_PER_TOKEN_MAX)
  const at = timestamp(clock.now())
  return {
    id: ids.trust(),
    token_id: token.id,
    ...given,
    claims,
    limits: withoutAbsent(limits),
    lifetime_seconds,
    created_at: at,
  }
}

export function insertTrust(store: WritableStore, trust: TokenTrust): Promise<void> {
  return store.tokenTrusts.insert(trust, subjectHead(trust.subject))
}

/** What the audit log says of a trust. */
export function trustChanges({ id: _, token_id: __, created_at: ___, claims, limits, ...facts }: TokenTrust) {
  return created({
    ...facts,
    ...(Object.keys(claims).length > 0 && { claims }),
    ...(Object.keys(limits).length > 0 && { limits }),
  })
}

/** The sentence of the audit log and of the answer. */
export function trustSummary({ issuer, subject }: TokenTrust, { name }: AccountToken): string {
  return `Let “${subject}” of ${issuer} get children of the token “${name}”.`
}

function withoutAbsent(limits: TrustLimits): Partial<CredentialLimits> {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
}
