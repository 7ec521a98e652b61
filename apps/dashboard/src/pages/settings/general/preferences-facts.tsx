import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import { usePreferences } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { describePreferences, toPreferenceValues } from './preference-values.ts'

/** The preferences without controls, for people who cannot change them. */
export function PreferencesFacts(): ReactNode {
  const facts = describePreferences(toPreferenceValues(usePreferences()))
  return (
    <Card description={t('common.admins_only')} title={t('settings.general.preferences')}>
      <Facts facts={facts} />
    </Card>
  )
}
