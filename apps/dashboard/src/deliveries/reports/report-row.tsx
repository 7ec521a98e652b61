import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ScheduledReport } from '../../api/types.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { t } from '../../messages/messages.ts'
import { T } from '../../messages/t.tsx'
import { formatZone } from '../../statistics/time-zones.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { showToast } from '../../ui/toast.tsx'
import { LastDeliveryLine } from '../last-delivery.tsx'
import { describeTarget } from '../target-values.ts'
import type { ReportSource } from './report-source.ts'
import { describeSchedule } from './report-values.ts'

interface ReportRowProps {
  readonly source: ReportSource
  readonly report: ScheduledReport
  readonly onEdit: () => void
}

export function ReportRow({ source, report, onEdit }: ReportRowProps): ReactNode {
  const { name, schedule, target, enabled, next_at: next } = report
  const [asking, setAsking] = useState<'send' | 'delete'>()
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="wrap-anywhere font-semibold">{name}</span>
          {!enabled && <Badge>{t('deliveries.paused')}</Badge>}
        </p>
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
            <T id="settings.reports.next" values={{ when: <RelativeTime at={next} /> }} />
          </p>
        )}
        <LastDeliveryLine delivery={report.last_delivery} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={t('settings.reports.send_label', { name })} onClick={() => setAsking('send')} size="small">
          {t('settings.reports.send')}
        </Button>
        <Button aria-label={t('common.edit_label', { name })} onClick={onEdit} size="small">
          {t('common.edit')}
        </Button>
        <Button aria-label={t('common.delete_label', { name })} onClick={() => setAsking('delete')} size="small">
          {t('common.delete')}
        </Button>
      </div>
      {asking !== undefined && (
        <AskDialog asking={asking} onClose={() => setAsking(undefined)} report={report} source={source} />
      )}
    </li>
  )
}

function AskDialog({
  asking,
  source,
  report: { id, name },
  onClose,
}: Pick<ReportRowProps, 'source' | 'report'> & {
  readonly asking: 'send' | 'delete'
  readonly onClose: () => void
}): ReactNode {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries(source.query)
  const done = (message: string) => () => {
    onClose()
    showToast(message)
  }
  if (asking === 'send') {
    return (
      <ConfirmDialog
        call={source.send(id)}
        confirmLabel={t('settings.reports.send')}
        kind="primary"
        onClose={onClose}
        onDone={done(t('deliveries.sending_toast'))}
        onExecuted={refresh}
        summary={t('settings.reports.send_hint')}
        title={t('settings.reports.send_title', { name })}
      />
    )
  }
  return (
    <ConfirmDialog
      call={source.remove(id)}
      confirmLabel={t('common.delete')}
      onClose={onClose}
      onDone={done(t('common.deleted_toast', { name }))}
      onExecuted={refresh}
      summary={t('settings.reports.delete_hint')}
      title={t('common.delete_title', { name })}
    />
  )
}
