import { type AccountToken, accessLimits } from '@footfall/core-domain'
import { type Delegator, scopeSet } from '@footfall/scopes-policy'

/** What a token may delegate, in its current state. */
export function delegatorOf({
  scopes,
  products,
  depth,
  expires_at,
  allowed_networks,
  ...limits
}: AccountToken): Delegator {
  return {
    scopes: scopeSet(scopes),
    selection: products,
    limits: accessLimits(limits),
    allowedNetworks: allowed_networks,
    depth,
    expiresAt: expires_at,
  }
}
