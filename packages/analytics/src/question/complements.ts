import { type AskedFilter, type AskedScope, isOfSegment } from '@footfall/core-domain'

/** The filters of the questions that a reader could subtract one with these filters from, the widest first. */
export function complementsOf(
  { discreet, preferences }: AskedScope,
  filters: readonly AskedFilter[],
): readonly (readonly AskedFilter[])[] {
  const own = filters.filter((filter) => !isOfSegment(filter))
  if (!discreet || preferences.suppression_threshold === 0 || own.length === 0) return []
  const without = (left: readonly AskedFilter[]) => filters.filter((filter) => !left.includes(filter))
  return [without(own), ...(own.length > 1 ? own.map((one) => without([one])) : [])]
}
