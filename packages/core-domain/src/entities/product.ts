import { z } from 'zod'
import { type AccountId, AppId, FunnelId, ProductId } from '../ids.ts'
import { Timestamp } from '../time/instant.ts'
import { TimeZone } from '../time/time-zone.ts'
import { collectedText, mutable, personText, Role } from './common.ts'
import { PropertyMatch } from './property-match.ts'

export const ProductName = personText(120)

/** A product with the role that the account behind the credential has on it. */
export const ProductWithRole = z.object({
  id: ProductId,
  name: ProductName,
  timezone: TimeZone,
  role: Role.meta({ description: 'The role of the account behind the credential.' }),
  created_at: Timestamp,
  ...mutable,
})
export type ProductWithRole = z.infer<typeof ProductWithRole>

export type Product = Omit<ProductWithRole, 'role'>

/** A product as a credential reaches it. A Website API key acts for no account, and so has no role. */
export type ReachedProduct = ProductWithRole | (Product & { readonly role?: undefined })

/** A product with the account whose share of the engine its reports use. */
export interface OwnedProduct<P extends ReachedProduct> {
  readonly product: P
  /** Of several active owners, the one who has been a member longest; undefined if there is none. */
  readonly owner: AccountId | undefined
}

export const App = z.object({
  id: AppId,
  platform: z.enum(['ios', 'android', 'macos', 'windows', 'linux', 'other']),
  name: personText(120),
  bundle_id: personText(255),
  created_at: Timestamp,
  ...mutable,
})
export type App = z.infer<typeof App>

export const FunnelStep = z.object({
  kind: z.enum(['page', 'event', 'goal']),
  match: collectedText(1024).meta({
    description: 'Path (`*` for any run), or name of the event or goal.',
  }),
  property: PropertyMatch.optional().meta({ description: 'Only events with this property value.' }),
})
export type FunnelStep = z.infer<typeof FunnelStep>

export const Funnel = z.object({
  id: FunnelId,
  name: personText(120),
  steps: z.array(FunnelStep).min(2).max(10),
  window_minutes: z.int().min(1).max(43_200),
  created_at: Timestamp,
  ...mutable,
})
export type Funnel = z.infer<typeof Funnel>
