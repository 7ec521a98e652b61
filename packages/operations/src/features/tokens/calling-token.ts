import { CredentialNotAccepted } from '@footfall/core-domain'
import type { AccountPrincipal, AccountTokenPrincipal } from '@footfall/scopes-policy'

/**
 * The account token that administers credentials, or undefined for a person, who administers all of the account's.
 * No other kind can be granted the scopes for it. Throws `CredentialNotAccepted`.
 */
export function callingToken(principal: AccountPrincipal): AccountTokenPrincipal | undefined {
  switch (principal.kind) {
    case 'account_token':
      return principal
    case 'session':
      return undefined
    case 'oauth_connection':
      throw new CredentialNotAccepted()
  }
}
