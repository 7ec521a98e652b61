import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ScheduledReport } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { formatZone } from '../../statistics/time-zones.ts'
import { When } from '../../ui/relative-time.tsx'
import { DeliveryRow } from '../delivery-row.tsx'
import { describeTarget } from '../target-values.ts'
import type { ReportSource } from './report-source.ts'
import { describeSchedule } from './report-values.ts'

interface ReportRowProps {
  readonly source: ReportSource
  readonly report: ScheduledReport
  readonly onEdit: () => void
}

export function ReportRow({ source, report, onEdit }: ReportRowProps): ReactNode {
  const queryClient = useQueryClient()
  const { id, name, schedule, target, next_at: next } = report
  return (
    <DeliveryRow
      deleting={{ call: source.remove(id), hint: t('settings.reports.delete_hint') }}
      item={report}
      onEdit={onEdit}
      refresh={() => queryClient.invalidateQueries(source.query)}
      sending={{
        call: source.send(id),
        action: t('settings.reports.send'),
        label: t('settings.reports.send_label', { name }),
        title: t('settings.reports.send_title', { name }),
        hint: t('settings.reports.send_hint'),
      }}
    >
      <p className="wrap-anywhere text-sm">
        {describeSchedule(schedule)}
        {source.timezone === undefined && ` (${formatZone(report.timezone)})`} · {describeTarget(target)}
      </p>
      {target.kind === 'email' && target.unsubscribed.length > 0 && (
        <p className="wrap-anywhere text-muted text-sm">
          {t('deliveries.unsubscribed', { addresses: target.unsubscribed.join(', ') })}
        </p>
      )}
      {next !== null && (
        <p className="text-muted text-sm">
          <When at={next} id="settings.reports.next" />
        </p>
      )}
    </DeliveryRow>
  )
}
