import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ScheduledReport } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { DeliveryList, whileSending } from '../delivery-list.tsx'
import type { NewSigningSecret } from '../signing-secret.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { ReportRow } from './report-row.tsx'
import type { ReportSource } from './report-source.ts'

/** The scheduled reports of a source, to create, change, send and delete. */
export function ReportList({ source }: { readonly source: ReportSource }): ReactNode {
  const list = useQuery({ ...source.query, refetchInterval: whileSending })
  const [editing, setEditing] = useState<ScheduledReport | 'new'>()
  const [secret, setSecret] = useState<NewSigningSecret>()
  return (
    <>
      <DeliveryList
        list={list}
        onCreate={() => setEditing('new')}
        onStored={() => setSecret(undefined)}
        row={(report) => (
          <ReportRow key={report.id} onEdit={() => setEditing(report)} report={report} source={source} />
        )}
        secret={secret}
        texts={{
          title: t('settings.reports.title'),
          create: t('settings.reports.new'),
          loading: t('settings.reports.loading'),
          none: t('settings.reports.none'),
          noneHint: t('settings.reports.none_hint'),
        }}
      />
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
