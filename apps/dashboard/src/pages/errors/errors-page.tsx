import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ScriptErrors } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { ScriptTag } from '../../product/script-tag.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { ExportTable } from '../../statistics/export-table.tsx'
import { formatCount } from '../../statistics/format.ts'
import { NothingCollected } from '../../statistics/no-visitors.tsx'
import { countColumn, instantColumn } from '../../statistics/number-columns.ts'
import { scriptErrorsQuery } from '../../statistics/page-report-queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { type ReportState, useReportState } from '../../statistics/use-report-state.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { ErrorDetails } from './error-details.tsx'

/** The errors that scripts of pages threw, each once. */
export function ErrorsPage(): ReactNode {
  const state = useReportState()
  const report = useQuery(scriptErrorsQuery(state.product, state.query))
  return (
    <ReportPage
      description={t('errors.description')}
      metaOf={({ meta }) => meta}
      query={report}
      state={state}
      title={t('sections.errors')}
    >
      {({ data }) => <Content report={data} state={state} />}
    </ReportPage>
  )
}

function Content({ report, state }: { readonly report: ScriptErrors; readonly state: ReportState }): ReactNode {
  const text = describeState(report)
  if (report.reason === 'metric_not_collected') {
    return (
      <Card>
        <EmptyState title={t('errors.off')}>{t('errors.off_why')}</EmptyState>
        <ScriptTag attribute="data-errors" />
      </Card>
    )
  }
  if (text !== undefined || report.errors === 0) {
    return (
      <Card>
        {text === undefined ? (
          <EmptyState title={t('errors.none')} />
        ) : (
          <NothingCollected product={state.product} title={text.title ?? text.short}>
            {text.why}
          </NothingCollected>
        )}
      </Card>
    )
  }
  const shown = columns(state)
  return (
    <>
      <Stats>
        <Stat label={t('errors.errors')}>{formatCount(report.errors ?? 0)}</Stat>
        <Stat label={t('errors.visitors')}>{formatCount(report.visitors ?? 0)}</Stat>
      </Stats>
      {report.rows.length > 0 && (
        <Card
          actions={<ExportTable columns={shown} name="errors" rows={report.rows} what={t('errors.list')} />}
          flush
          title={t('errors.list')}
        >
          <Table caption={t('errors.caption')} columns={shown} rowKey={({ id }) => id} rows={report.rows} />
        </Card>
      )}
      {report.withheld > 0 && <p className="text-muted text-sm">{t('errors.withheld', { count: report.withheld })}</p>}
      {report.more && <p className="text-muted text-sm">{t('errors.more')}</p>}
    </>
  )
}

function columns(state: ReportState): readonly Column<ScriptErrors['rows'][number]>[] {
  return [
    {
      id: 'message',
      header: t('errors.message'),
      value: ({ message }) => message,
      cell: (error) => <ErrorDetails error={error} state={state} />,
    },
    countColumn('errors', t('errors.errors'), ({ errors }) => errors),
    countColumn('visitors', t('errors.visitors'), ({ visitors }) => visitors),
    instantColumn('first', t('errors.first_seen'), (error) => error.first_seen_at, state.timezone),
    instantColumn('last', t('errors.last_seen'), (error) => error.last_seen_at, state.timezone),
  ]
}
