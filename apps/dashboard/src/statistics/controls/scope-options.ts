import { t } from '../../messages/messages.ts'
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
    label: denied ? t('scopes_of_filters.never_visitors') : t('scopes_of_filters.had_visitors'),
    hint: denied ? t('scopes_of_filters.never_visitors_hint') : t('scopes_of_filters.had_visitors_hint'),
  }
  if (dimensionAbout(dimension) === 'visit') {
    return [
      { value: 'event', label: t('scopes_of_filters.visits'), hint: t('scopes_of_filters.visits_hint') },
      visitors,
    ]
  }
  return [
    { value: 'event', label: t('scopes_of_filters.events'), hint: t('scopes_of_filters.events_hint') },
    {
      value: 'visit',
      label: denied ? t('scopes_of_filters.visits_without') : t('scopes_of_filters.visits_with'),
      hint: denied ? t('scopes_of_filters.visits_without_hint') : t('scopes_of_filters.visits_with_hint'),
    },
    visitors,
  ]
}
