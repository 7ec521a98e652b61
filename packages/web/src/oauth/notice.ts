import { type AccountId, type Clock, ProductId, type RandomSource, securityNotice } from '@footfall/core-domain'
import type { OAuthNotice } from '@footfall/storage'
import { z } from 'zod'

const Grant = z.object({ products: z.array(ProductId) })

/** The mail about an application that a person allowed, or somebody in their name. */
export function oauthNotice(world: { readonly clock: Clock; readonly random: RandomSource }): OAuthNotice {
  return (change) => {
    if (change.kind !== 'consent_allowed') return undefined
    const { accountId, clientName, grant } = change.code
    const { products } = Grant.parse(grant)
    return {
      // Ids of accounts in these tables were made by this service.
      account: accountId as AccountId,
      mailTo: (owner) =>
        securityNotice(world, owner, { kind: 'connection_allowed', client: clientName, products: products.length }),
    }
  }
}
