import { AccountToken, ProductSelection, timestamp } from '@footfall/core-domain'
import { SCOPES } from '@footfall/scopes-policy'
import { z } from 'zod'

/** Any RFC 3339 instant, as the service’s own form of it. */
const Expiry = z.iso
  .datetime({ offset: true, error: 'must be an instant such as 2027-01-31T00:00:00Z' })
  .transform((text) => timestamp(Date.parse(text)))
  .meta({ format: 'date-time' })

/** What is said of a token where it is made or changed. Scopes come out each once, in the order of the table. */
export const tokenFields = {
  name: AccountToken.shape.name,
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
  products: ProductSelection,
  expires_at: Expiry,
}
