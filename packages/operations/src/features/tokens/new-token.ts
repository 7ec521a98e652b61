import {
  type AccountToken,
  type Clock,
  type CredentialLimits,
  type IdFactory,
  InvalidRequest,
  mintSecret,
  type ProductSelection,
  type RandomSource,
  type Secret,
  type StoredSecret,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'
import { type Scope, selectionProblem } from '@footfall/scopes-policy'

interface NewToken
  extends Pick<AccountToken, 'name' | 'products' | 'expires_at' | 'allowed_networks' | keyof CredentialLimits> {
  readonly scopes: Scope[]
}

/** Creates an active token with or without a parent. It is not stored yet. */
export function newToken(
  { name, scopes, products, expires_at, allowed_networks, read_only, toolsets, preview_first, approval }: NewToken,
  parent: Pick<AccountToken, 'id' | 'depth'> | undefined,
  { clock, random, ids }: { readonly clock: Clock; readonly random: RandomSource; readonly ids: IdFactory },
): { readonly token: AccountToken; readonly secret: Secret; readonly stored: StoredSecret } {
  const at = timestamp(clock.now())
  const { secret, stored } = mintSecret('account_token', random)
  const token: AccountToken = {
    id: ids.token(),
    name,
    prefix: stored.prefix,
    scopes,
    products,
    read_only,
    toolsets,
    preview_first,
    approval,
    parent_id: parent?.id ?? null,
    depth: parent === undefined ? 0 : parent.depth + 1,
    status: 'active',
    expires_at,
    created_at: at,
    last_used_at: null,
    allowed_networks,
    last_used_network: null,
    last_used_operation: null,
    revision: 1,
    updated_at: at,
  }
  return { token, secret, stored }
}

/** Throws for scopes and products that do not go together. */
export function assertSelection(scopes: Parameters<typeof selectionProblem>[0], products: ProductSelection): void {
  const problem = selectionProblem(scopes, products)
  if (problem !== undefined) throw new InvalidRequest([{ path: 'products', message: problem }])
}

/** Throws for an expiry that has passed; null and undefined mean none. */
export function assertInFuture(expiresAt: Timestamp | null | undefined, clock: Clock): void {
  if (expiresAt != null && expiresAt <= timestamp(clock.now()))
    throw new InvalidRequest([{ path: 'expires_at', message: 'must be in the future' }])
}
