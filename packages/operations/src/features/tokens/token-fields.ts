import {
  AccountToken,
  AllowedNetworks,
  inToolsetOrder,
  ProductSelection,
  TOOLSETS,
  timestamp,
} from '@footfall/core-domain'
import { SCOPES } from '@footfall/scopes-policy'
import { z } from 'zod'

/** Any RFC 3339 instant, as the service’s own form of it. */
export const Expiry = z.iso
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
  read_only: z.boolean().meta({ description: 'Rejects every change.' }),
  toolsets: z
    .array(z.enum(TOOLSETS))
    .min(1)
    .max(TOOLSETS.length)
    .transform(inToolsetOrder)
    .nullable()
    .meta({ description: 'The only tool groups; null for all.' }),
  preview_first: z.boolean().meta({ description: 'Rejects a change without the `preview` of its preview.' }),
  approval: z.boolean().meta({ description: 'A confirmed change waits until a person approves it.' }),
  allowed_networks: AllowedNetworks.meta({
    description: 'CIDR ranges.',
  }),
  expires_at: Expiry,
}
