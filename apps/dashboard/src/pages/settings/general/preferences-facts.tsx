import type { ReactNode } from 'react'
import { usePreferences } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { DEFAULT_RANGES, WEEK_STARTS } from './preference-values.ts'

/** The same for those who may only look. */
export function PreferencesFacts(): ReactNode {
  const preferences = usePreferences()
  const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label ?? value
  return (
    <Card description="Admins and owners can change these." title="Preferences">
      <Facts
        facts={[
          { label: 'Time zone', value: preferences.timezone.replaceAll('_', ' ') },
          { label: 'Currency', value: preferences.currency },
          { label: 'Weeks begin on', value: labelOf(WEEK_STARTS, preferences.week_starts_on) },
          { label: 'Usual range', value: labelOf(DEFAULT_RANGES, preferences.default_range) },
          { label: 'Events are kept', value: `${preferences.retention_days} days` },
          {
            label: 'Small numbers',
            value:
              preferences.suppression_threshold === 0
                ? 'all shown'
                : `withheld below ${preferences.suppression_threshold} visitors`,
          },
          { label: 'Bots', value: preferences.bot_filtering ? 'kept apart' : 'counted as people' },
          { label: 'Query parameters left out', value: preferences.excluded_query_params.join(', ') || 'none' },
        ]}
      />
    </Card>
  )
}
