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
    if (change.kind !== 'consent_allowed') return undefined
    const { accountId, clientName, grant } = change.code
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
