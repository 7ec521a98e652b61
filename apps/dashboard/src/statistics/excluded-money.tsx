import type { ReactNode } from 'react'
import type { ReportMeta } from '../api/types.ts'
import { t } from '../messages/messages.ts'
import { formatMoney } from './format.ts'

/** Money in other currencies that a revenue leaves out. */
export function ExcludedMoney({ excluded = [] }: { readonly excluded: ReportMeta['excluded'] }): ReactNode {
  if (excluded.length === 0) return null
  const amounts = excluded.map(({ amount, currency }) => formatMoney(Number(amount), currency))
  return <span className="text-muted text-xs">{t('overview.not_included', { amounts: amounts.join(', ') })}</span>
}
