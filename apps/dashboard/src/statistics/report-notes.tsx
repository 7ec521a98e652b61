import type { ReactNode } from 'react'
import type { ReportMeta } from '../api/types.ts'
import { t } from '../messages/messages.ts'
import { usePreferences } from '../product/use-product.ts'
import { formatDay, formatInstant } from './format.ts'
import { formatZone } from './time-zones.ts'

/** Notes on how the numbers above were counted. */
export function ReportNotes({ meta }: { readonly meta: ReportMeta }): ReactNode {
  const isIdentified = usePreferences().visitor_identity === 'identified'
  const { retention, suppression, fresh_until, timezone, from, to } = meta
  return (
    <footer className="grid gap-0.5 text-pretty text-muted text-sm">
      <p>
        {t('notes.data_up_to', { time: formatInstant(fresh_until, timezone), timezone: formatZone(timezone) })}
        {from !== to && ` ${isIdentified ? t('notes.identified_visitors') : t('notes.visitors_per_day')}`}
      </p>
      {from < retention.available_from && (
        <p>{t('notes.deleted', { day: formatDay(retention.available_from), days: retention.days })}</p>
      )}
      {suppression.threshold > 0 && <p>{t('notes.withheld', { count: suppression.threshold })}</p>}
    </footer>
  )
}
