import { type AskedFilter, type AskedScope, conditionsOf, type Dimension } from '@footfall/core-domain'

/** The parts of a question that show which visits it is about. */
interface Asked {
  readonly filters?: readonly AskedFilter[]
  readonly dimensions?: readonly Dimension[]
  readonly dimension?: Dimension | undefined
}

/**
 * The scope of a question. One that is by class, or has a condition on it, is about all visits unless its caller chose some. The
 * reader of a shared link sees what the product counts.
 */
export function scopeOf<Scope extends AskedScope>(
  scope: Scope,
  { filters = [], dimensions = [], dimension }: Asked,
): Scope {
  if (scope.traffic !== undefined || scope.discreet) return scope
  const isAboutClasses =
    dimension === 'traffic' ||
    dimensions.includes('traffic') ||
    conditionsOf(filters).some((condition) => condition.dimension === 'traffic')
  if (!isAboutClasses) return scope
  return {
    ...scope,
    traffic: 'all',
    ...(scope.parts && { parts: scope.parts.map((part) => ({ ...part, traffic: 'all' as const })) }),
  }
}
