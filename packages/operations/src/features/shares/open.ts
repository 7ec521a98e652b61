import { NotFound, Preferences, ProductId, ShareSection, TimeZone } from '@footfall/core-domain'
import { z } from 'zod'
import { defineInternalRead } from '../../definition/index.ts'

/** What the page of a shared link needs before it asks for statistics. Of the settings, only what it draws by. */
export const OpenedShare = z.object({
  product: z.object({ id: ProductId, name: z.string(), timezone: TimeZone }),
  sections: z.array(ShareSection),
  preferences: Preferences.pick({
    timezone: true,
    week_starts_on: true,
    default_range: true,
    currency: true,
    visitor_identity: true,
  }),
})
export type OpenedShare = z.infer<typeof OpenedShare>

/** Asked by the page of a shared link when it is opened. */
export const openShare = defineInternalRead({
  name: 'dashboard_shares_open',
  scope: 'analytics:read',
  product: 'path',
  role: 'viewer',
  allowedPrincipals: [],
  sharedAs: 'any_section',
  output: OpenedShare,
  async run({ store, product, principal }) {
    if (principal.kind !== 'shared_link') throw new NotFound()
    const { week_starts_on, default_range, currency, visitor_identity } = await store.settings.get(
      product.id,
      'preferences',
    )
    const { id, name, timezone } = product
    return {
      data: {
        product: { id, name, timezone },
        sections: [...principal.sections],
        preferences: { timezone, week_starts_on, default_range, currency, visitor_identity },
      },
    }
  },
})
