import {
  type AccountId,
  type AccountToken,
  accessLimits,
  type Clock,
  type CredentialLimits,
  DelegationExceeded,
  existing,
  InvalidRequest,
  mintSecret,
  networksWithin,
  type ProductSelection,
  type RandomSource,
  type Secret,
  type Store,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { delegationExcess, type Scope, scopeSet } from '@footfall/scopes-policy'
import { type Change, diff } from '../../definition/index.ts'
import { namesOfFields } from '../../inputs/field-words.ts'
import { delegatorOf } from './delegator.ts'
import { assertInFuture, assertSelection } from './new-token.ts'
import { assertWithinPolicy } from './policy-rules.ts'
import { assertProductsOfAccount } from './products-of-account.ts'
import { accessInWords, namesOfProducts } from './token-in-words.ts'

/** The changes of a token; absent fields stay as they are. */
export interface TokenChange {
  readonly name?: string | undefined
  readonly scopes?: readonly Scope[] | undefined
  readonly products?: ProductSelection | undefined
  readonly read_only?: boolean | undefined
  readonly toolsets?: CredentialLimits['toolsets'] | undefined
  readonly preview_first?: boolean | undefined
  readonly approval?: boolean | undefined
  readonly allowed_networks?: AccountToken['allowed_networks'] | undefined
  readonly expires_at?: AccountToken['expires_at'] | undefined
}

export interface PlannedTokenChange {
  readonly token: AccountToken
  readonly next: Pick<
    AccountToken,
    'name' | 'scopes' | 'products' | 'expires_at' | 'allowed_networks' | keyof CredentialLimits
  >
  readonly changes: readonly Change[]
  /** The fields of `next` as they are now. */
  readonly before: PlannedTokenChange['next']
  /** The names of the products in them. */
  readonly names: Readonly<Record<string, string>>
  /**
   * Whether the permissions of the token change, which disables what it has issued. Adding networks is not such a change:
   * what it has issued stays limited to the earlier networks.
   */
  readonly changesPermissions: boolean
}

/** Throws `InvalidRequest` unless the token is active: no other can be changed. */
export function assertChangeable({ status }: AccountToken): void {
  if (status !== 'active')
    throw new InvalidRequest([{ path: 'token_id', message: `is ${status}; only an active token can be changed` }])
}

/**
 * Plans a change of a token. Throws `InvalidRequest` for scopes, products or an expiry that a token cannot have, and
 * `DelegationExceeded` where it would have more access than its parent.
 */
export async function planTokenChange(
  token: AccountToken,
  given: TokenChange,
  { account, store, clock }: { readonly account: AccountId; readonly store: Store; readonly clock: Clock },
): Promise<PlannedTokenChange> {
  const next = {
    name: given.name ?? token.name,
    scopes: given.scopes === undefined ? token.scopes : [...given.scopes],
    products: given.products ?? token.products,
    read_only: given.read_only ?? token.read_only,
    toolsets: given.toolsets === undefined ? token.toolsets : given.toolsets,
    preview_first: given.preview_first ?? token.preview_first,
    approval: given.approval ?? token.approval,
    allowed_networks: given.allowed_networks ?? token.allowed_networks,
    expires_at: given.expires_at === undefined ? token.expires_at : given.expires_at,
  }
  assertInFuture(given.expires_at, clock)
  if (given.expires_at !== undefined && given.expires_at !== token.expires_at)
    await assertWithinPolicy({ store, account, clock }, given.expires_at, 'person')
  const changesPermissions =
    permissionsOf(next) !== permissionsOf(token) || !networksWithin(token.allowed_networks, next.allowed_networks)
  if (changesPermissions || !networksWithin(next.allowed_networks, token.allowed_networks)) {
    assertSelection(scopeSet(next.scopes), next.products)
    await assertWithinParent(store, token, next)
    if (given.products !== undefined) await assertProductsOfAccount(account, given.products, store)
  }
  const { name, scopes, products, expires_at, read_only, toolsets, preview_first, approval, allowed_networks } = token
  const limits = { read_only, toolsets, preview_first, approval, allowed_networks }
  const before = { name, scopes, products, ...limits, expires_at }
  const changes = diff(before, next)
  const names = await namesOfProducts({ store, account }, [products, next.products])
  return { token, next, before, changes, names, changesPermissions }
}

/** The sentence of a preview and of the audit log. */
export function tokenChangeSummary({
  token: { name, prefix },
  next,
  changes,
  names,
  changesPermissions,
}: PlannedTokenChange): string {
  const fields = namesOfFields(changes.map(({ path }) => ({ path: path.split('.')[0] ?? path })))
  const access = accessInWords({ ...next, scopes: [...scopeSet(next.scopes)] }, names)
  const then = changesPermissions ? `: ${access}` : ''
  return `Change ${fields === '' ? 'nothing' : fields} of the token “${name}” (${prefix}…)${then}.`
}

export async function commitTokenChange(
  { token, next, changes, changesPermissions }: PlannedTokenChange,
  { store, clock }: { readonly store: WritableStore; readonly clock: Clock },
): Promise<AccountToken> {
  const at = timestamp(clock.now())
  const result = changes.length === 0 ? token : await store.tokens.change(token.id, next, at)
  if (changesPermissions) await store.tokens.disableDependents(token.id, `Its ancestor ${token.id} was changed.`, at)
  return result
}

/** A token with its secret, whose plaintext is nowhere else. */
export interface IssuedToken {
  readonly token: AccountToken
  readonly secret: Secret
}

/** Gives a token a new secret and disables what the old one has issued. */
export async function replaceTokenSecret(
  { id }: AccountToken,
  { store, clock, random }: { readonly store: WritableStore; readonly clock: Clock; readonly random: RandomSource },
): Promise<IssuedToken> {
  const at = timestamp(clock.now())
  const { secret, stored } = mintSecret('account_token', random)
  const token = await store.tokens.replaceSecret(id, stored, at)
  await store.tokens.disableDependents(id, `Its ancestor ${id} was replaced.`, at)
  return { token, secret }
}

/** A changed token must have no more access than its parent, as when it was created. */
async function assertWithinParent(
  store: Store,
  { parent_id }: AccountToken,
  { scopes, products, expires_at, allowed_networks, ...limits }: Permissions & Pick<AccountToken, 'allowed_networks'>,
): Promise<void> {
  if (parent_id === null) return
  const { token: parent } = existing(await store.tokens.find(parent_id))
  const request = {
    scopes: [...scopeSet(scopes)],
    products,
    limits: accessLimits(limits),
    allowedNetworks: allowed_networks,
    expiresAt: expires_at,
  }
  const excess = delegationExcess(delegatorOf(parent), request, 'parent token')
  if (excess !== undefined) throw new DelegationExceeded(excess.detail)
}

type Permissions = Pick<AccountToken, 'scopes' | 'products' | 'expires_at' | keyof CredentialLimits>

/** What a token may do and until when, as a text that is equal for equal permissions in any order. */
function permissionsOf({ scopes, products, expires_at, read_only, toolsets, preview_first, approval }: Permissions) {
  const limits = [read_only, toolsets && [...toolsets].sort(), preview_first, approval]
  return JSON.stringify([[...scopes].sort(), inAnyOrder(products), limits, expires_at])
}

function inAnyOrder(products: ProductSelection): unknown {
  return products.mode === 'all' ? 'all' : [...new Set(products.ids)].sort()
}
