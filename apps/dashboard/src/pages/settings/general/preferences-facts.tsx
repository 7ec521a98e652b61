import type { ReactNode } from 'react'
import { usePreferences } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { describePreferences, toPreferenceValues } from './preference-values.ts'

/** The preferences without controls, for people who cannot change them. */
export function PreferencesFacts(): ReactNode {
  const facts = describePreferences(toPreferenceValues(usePreferences()))
  return (
    <Card description="Admins and owners can change these." title="Preferences">
      <Facts facts={facts} />
    </Card>
  )
}
