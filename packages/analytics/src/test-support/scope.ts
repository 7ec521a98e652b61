import { defaultSettings, type Preferences, type ProductId, type ReportScope, UTC } from '@footfall/core-domain'

interface ScopeChange extends Partial<Omit<ReportScope, 'product' | 'preferences'>> {
  readonly preferences?: Partial<Preferences>
}

/** The scope of a report about a product without goals, in UTC and with the default preferences unless they are given. */
export function testScope(product: ProductId, { preferences, ...change }: ScopeChange = {}): ReportScope {
  const timezone = change.timezone ?? UTC
  const own = { ...defaultSettings(timezone).preferences, ...preferences }
  return { product, goals: [], timezone, ...change, preferences: own }
}
