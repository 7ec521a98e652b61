import type { Option } from '../../ui/field.tsx'
import { isDenied } from '../describe-filter.ts'
import { type Dimension, dimensionAbout } from '../dimensions.ts'
import type { Operator, Scope } from '../filters.ts'

type ScopeOption = Option<Scope> & { readonly hint: string }

/** What a condition can be about, in words. */
export function scopeOptions(dimension: Dimension, operator: Operator): readonly ScopeOption[] {
  const denied = isDenied(operator)
  const visitors: ScopeOption = {
    value: 'visitor',
    label: denied ? 'Visitors who never had it' : 'Visitors who had it',
    hint: denied
      ? 'Counts everything of visitors who never had it in these days.'
      : 'Counts everything of visitors who had it at least once in these days.',
  }
  if (dimensionAbout(dimension) === 'visit') {
    return [{ value: 'event', label: 'Visits', hint: 'Counts the visits that pass.' }, visitors]
  }
  return [
    {
      value: 'event',
      label: 'Events',
      hint: 'Counts the events that pass. Figures of visits count the visits with such an event.',
    },
    {
      value: 'visit',
      label: denied ? 'Visits without it' : 'Visits with it',
      hint: denied
        ? 'Counts everything in visits that never had it.'
        : 'Counts everything in visits that had it at least once.',
    },
    visitors,
  ]
}
