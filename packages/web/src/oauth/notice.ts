import {
  type Account,
  type AccountId,
  type Clock,
  type OutboxMail,
  ProductId,
  type RandomSource,
  securityNotice,
} from '@footfall/core-domain'
import type { OAuthChange } from '@footfall/oauth-server'
import { z } from 'zod'
import { COMMAND_LINE_CLIENT } from './device-grant.ts'

const Grant = z.object({ products: z.array(ProductId) })

interface Notice {
  readonly account: AccountId
  mailTo(owner: Account): OutboxMail
}

/** The email to a person in whose name an application was allowed to connect. */
export function oauthNotice(dependencies: {
  readonly clock: Clock
  readonly random: RandomSource
}): (change: OAuthChange) => Notice | undefined {
  return (change) => {
    const allowed = allowedConnection(change)
    if (allowed === undefined) return undefined
    const { accountId, clientName, grant } = allowed
    const { products } = Grant.parse(grant)
    return {
      // The service made this id.
      account: accountId as AccountId,
      mailTo: (owner) =>
        securityNotice(dependencies, owner, {
          kind: 'connection_allowed',
          client: clientName,
          products: products.length,
        }),
    }
  }
}

/** A device that gets an account token is left out: the new token sends its own email. */
function allowedConnection(change: OAuthChange) {
  if (change.kind === 'consent_allowed') return change.code
  if (change.kind !== 'device_allowed' || change.request.clientId === COMMAND_LINE_CLIENT) return undefined
  const { clientName, decision } = change.request
  return decision?.state === 'allowed' ? { clientName, ...decision } : undefined
}
