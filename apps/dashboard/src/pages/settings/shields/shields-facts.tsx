import type { ReactNode } from 'react'
import type { Shields } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { DroppedCount } from './dropped-count.tsx'
import { describeShields, toShieldValues } from './shield-values.ts'

const REASONS = [
  'shield_address',
  'shield_country',
  'shield_path',
  'shield_hostname',
  'shield_referrer',
  'referrer_spam',
  'data_centre',
] as const

/** The settings without controls, for people who cannot change them. */
export function ShieldsFacts({ shields }: { readonly shields: Shields }): ReactNode {
  return (
    <Card description={t('common.admins_only')} title={t('settings.shields.title')}>
      <Facts
        facts={describeShields(toShieldValues(shields)).map(({ label, value }, at) => ({
          label,
          value: (
            <span className="grid justify-items-start gap-1">
              <span className="wrap-anywhere whitespace-pre-line">{value}</span>
              {REASONS[at] && <DroppedCount active={false} by={REASONS[at]} />}
            </span>
          ),
        }))}
      />
    </Card>
  )
}
