import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import type { ScheduledReport } from '../../api/types.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { t } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { EmailOffNotice } from '../email-off-notice.tsx'
import { type NewSigningSecret, SigningSecret } from '../signing-secret.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { ReportRow } from './report-row.tsx'
import type { ReportSource } from './report-source.ts'

const POLL_INTERVAL_MS = 2_000

/** The scheduled reports of a source, to create, change, send and delete. */
export function ReportList({ source }: { readonly source: ReportSource }): ReactNode {
  const { data, error, refetch } = useQuery({
    ...source.query,
    // While one is being sent, the page follows it.
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ last_delivery }) => last_delivery?.state === 'waiting') ? POLL_INTERVAL_MS : false,
  })
  const [editing, setEditing] = useState<ScheduledReport | 'new'>()
  const [secret, setSecret] = useState<NewSigningSecret>()
  const reports = data?.data ?? []
  return (
    <>
      {secret && <SigningSecret {...secret} onStored={() => setSecret(undefined)} />}
      {data?.meta.sends_email === false && <EmailOffNotice />}
      <Card
        actions={
          <Button icon="plus" onClick={() => setEditing('new')} size="small">
            {t('settings.reports.new')}
          </Button>
        }
        flush
        title={t('settings.reports.title')}
      >
        {data === undefined && error === null && <Loading what={t('settings.reports.loading')} />}
        {data === undefined && error instanceof ApiProblem && (
          <div className="px-5 pb-5">
            <ProblemNotice onRetry={() => void refetch()} problem={error} />
          </div>
        )}
        {data !== undefined && reports.length === 0 && (
          <EmptyState title={t('settings.reports.none')}>{t('settings.reports.none_hint')}</EmptyState>
        )}
        {reports.length > 0 && (
          <ul className="divide-y border-t">
            {reports.map((report) => (
              <ReportRow key={report.id} onEdit={() => setEditing(report)} report={report} source={source} />
            ))}
          </ul>
        )}
      </Card>
      {editing !== undefined && (
        <ReportDialog
          onClose={() => setEditing(undefined)}
          onSecret={setSecret}
          report={editing === 'new' ? undefined : editing}
          source={source}
        />
      )}
    </>
  )
}
