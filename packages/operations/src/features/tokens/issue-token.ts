import {
  type AccountId,
  type AccountToken,
  accessLimits,
  type Clock,
  type CredentialLimits,
  DelegationExceeded,
  type IdFactory,
  type ProductSelection,
  QuotaExceeded,
  type RandomSource,
  type Secret,
  type Store,
  type StoredSecret,
  type Timestamp,
  type TrustId,
  UNLIMITED,
  type WritableStore,
} from '@footfall/core-domain'
import { delegationExcess, type Scope } from '@footfall/scopes-policy'
import { delegatorOf } from './delegator.ts'
import { assertInFuture, assertSelection, newToken } from './new-token.ts'
import { assertWithinPolicy, inheritedEnd } from './policy-rules.ts'
import { assertProductsOfAccount } from './products-of-account.ts'

/** What is asked for; a limit or an expiry that is left out is that of the parent. */
export interface AskedToken
  extends Partial<{ [Limit in keyof CredentialLimits]: CredentialLimits[Limit] | undefined }> {
  readonly name: string
  readonly scopes: Scope[]
  readonly products: ProductSelection
  readonly expires_at?: Timestamp | undefined
  readonly allowed_networks?: readonly string[] | undefined
}

export type PlannedToken = Parameters<typeof newToken>[0]

interface Planning {
  readonly store: Store
  readonly account: AccountId
  readonly quotas: { readonly tokens: number }
  readonly clock: Clock
}

/**
 * What a new token will be, with everything that a child has of its parent. Throws `InvalidRequest` for what no token can have,
 * `DelegationExceeded` for more than the parent has, `QuotaExceeded`.
 */
export async function planToken(
  asked: AskedToken,
  parent: AccountToken | undefined,
  call: Planning,
): Promise<PlannedToken> {
  const { store, account, quotas, clock } = call
  const { name, scopes, products } = asked
  assertSelection(scopes, products)
  assertInFuture(asked.expires_at, clock)
  const inherited = parent ?? UNLIMITED
  const limits: CredentialLimits = {
    read_only: asked.read_only ?? inherited.read_only,
    toolsets: asked.toolsets === undefined ? inherited.toolsets : asked.toolsets,
    preview_first: asked.preview_first ?? inherited.preview_first,
    approval: asked.approval ?? inherited.approval,
  }
  const expiresAt: Timestamp | null =
    asked.expires_at ?? (parent === undefined ? null : await inheritedEnd(call, parent.expires_at))
  const networks = asked.allowed_networks ?? parent?.allowed_networks ?? []
  const access = { scopes, products, limits: accessLimits(limits), allowedNetworks: networks, expiresAt }
  const excess = parent && delegationExcess(delegatorOf(parent), access)
  if (excess !== undefined) throw new DelegationExceeded(excess.detail)
  await assertWithinPolicy(call, expiresAt, parent === undefined ? 'person' : 'token')
  await assertProductsOfAccount(account, products, store)
  if ((await store.tokens.count(account)) >= quotas.tokens) throw new QuotaExceeded('active tokens', quotas.tokens)
  return { name, scopes, products, ...limits, allowed_networks: [...networks], expires_at: expiresAt }
}

/** Stores a planned token. Its secret is in the answer and nowhere else. `trust` is the one by which it was exchanged. */
export async function issueToken(
  planned: PlannedToken,
  parent: AccountToken | undefined,
  services: {
    readonly store: WritableStore
    readonly account: AccountId
    readonly clock: Clock
    readonly random: RandomSource
    readonly ids: IdFactory
  },
  trust?: TrustId,
): Promise<{ readonly token: AccountToken; readonly secret: Secret; readonly stored: StoredSecret }> {
  const made = newToken(planned, parent, services)
  await services.store.tokens.insert(services.account, made.token, made.stored, trust)
  return made
}
