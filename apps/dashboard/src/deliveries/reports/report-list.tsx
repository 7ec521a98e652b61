import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { DeliveryList, whileSending } from '../delivery-list.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { ReportRow } from './report-row.tsx'
import type { ReportSource } from './report-source.ts'

interface ReportListProps {
  readonly source: ReportSource
  readonly description?: string
}

/** The scheduled reports of a source, to create, change, send and delete. */
export function ReportList({ source, description }: ReportListProps): ReactNode {
  const list = useQuery({ ...source.query, refetchInterval: whileSending })
  return (
    <DeliveryList
      dialog={(props) => <ReportDialog {...props} source={source} />}
      list={list}
      row={(report, onEdit) => <ReportRow key={report.id} onEdit={onEdit} report={report} source={source} />}
      texts={{
        title: t('settings.reports.title'),
        ...(description !== undefined && { description }),
        create: t('settings.reports.new'),
        loading: t('settings.reports.loading'),
        none: t('settings.reports.none'),
        noneHint: t('settings.reports.none_hint'),
      }}
    />
  )
}
