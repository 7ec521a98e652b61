import { CredentialNotAccepted } from '@footfall/core-domain'
import type { AccountPrincipal, AccountTokenPrincipal } from '@footfall/scopes-policy'

/** Credentials are administered by account tokens alone; no other kind can be granted the scopes for it. */
export function callingToken(principal: AccountPrincipal): AccountTokenPrincipal {
  if (principal.kind !== 'account_token') throw new CredentialNotAccepted()
  return principal
}
