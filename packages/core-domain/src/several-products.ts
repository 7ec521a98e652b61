import type { GoalOfProducts, ReportScope, SeveralScope } from './ports/analytics.ts'
import { type TimeZone, UTC } from './time/time-zone.ts'

/** How many products a question may name. */
export const PRODUCTS_PER_QUESTION_MAX = 50

/** The products of one question, each with its settings. */
export type ScopesOfProducts = readonly [ReportScope, ...ReportScope[]]

/** The time zone that all of several products have; UTC where they have different ones. */
export function commonZone(zones: readonly TimeZone[]): TimeZone {
  const [first = UTC, ...others] = zones
  return others.every((zone) => zone === first) ? first : UTC
}

/**
 * The scope of a question about several products. All of them are counted over the same days: in one time zone, within the
 * shortest retention. The highest suppression threshold holds for all, and weeks start on Monday unless all start on Sunday.
 * The first product stands for settings that do not change a number.
 */
export function severalScope(scopes: ScopesOfProducts, timezone: TimeZone): SeveralScope {
  const [first] = scopes
  const preferences = scopes.map((scope) => scope.preferences)
  const startsOnSunday = preferences.every(({ week_starts_on }) => week_starts_on === 'sunday')
  const common = {
    ...first.preferences,
    timezone,
    week_starts_on: startsOnSunday ? ('sunday' as const) : ('monday' as const),
    retention_days: Math.min(...preferences.map(({ retention_days }) => retention_days)),
    suppression_threshold: Math.max(...preferences.map(({ suppression_threshold }) => suppression_threshold)),
    visitor_identity: preferences.every(({ visitor_identity }) => visitor_identity === 'identified')
      ? ('identified' as const)
      : ('daily' as const),
  }
  return {
    ...first,
    product: scopes.map(({ product }) => product),
    preferences: common,
    goals: goalsOfProducts(scopes),
    timezone,
    parts: scopes.map((scope) => ({
      ...scope,
      timezone,
      preferences: {
        ...scope.preferences,
        week_starts_on: common.week_starts_on,
        retention_days: common.retention_days,
        suppression_threshold: common.suppression_threshold,
      },
    })),
  }
}

/** The goals of several products. Those that are defined alike are one goal, of the products that have it. */
function goalsOfProducts(scopes: ScopesOfProducts): readonly GoalOfProducts[] {
  const all = scopes.flatMap(({ product, goals }) => goals.map((goal) => ({ product, goal })))
  const alike = Map.groupBy(all, ({ goal: { label: _, ...definition } }) => JSON.stringify(definition))
  return [...alike.values()].flatMap((owners) => {
    const [first] = owners
    if (first === undefined) return []
    const products = owners.map(({ product }) => product)
    return [{ ...first.goal, ...(products.length < scopes.length && { products }) }]
  })
}

/** Whether all products count money in one currency, so that their money adds up. */
export function haveOneCurrency(scopes: readonly Pick<ReportScope, 'preferences'>[]): boolean {
  return new Set(scopes.map(({ preferences }) => preferences.currency)).size <= 1
}
