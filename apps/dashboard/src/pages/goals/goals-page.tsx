import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Goals, ReportMeta } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { T } from '../../messages/t.tsx'
import { describeMatch, eventsQuery } from '../../product/tracked-events.ts'
import { useProduct } from '../../product/use-product.ts'
import { useSharedView } from '../../session/shared-view.ts'
import { ExcludedMoney } from '../../statistics/excluded-money.tsx'
import { ExportTable } from '../../statistics/export-table.tsx'
import { goalsQuery } from '../../statistics/queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { useReportState } from '../../statistics/use-report-state.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table.tsx'
import { goalColumns } from './goal-columns.tsx'

/** Goals and their conversions. */
export function GoalsPage(): ReactNode {
  const product = useProduct()
  const state = useReportState()
  const report = useQuery(goalsQuery(product.id, { ...state.query, ...state.compare }))
  return (
    <ReportPage
      comparing
      query={report}
      description={t('goals.description')}
      metaOf={({ meta }) => meta}
      state={state}
      title={t('sections.goals')}
    >
      {({ data, meta }) => <GoalsReport meta={meta} product={product.id} report={data} />}
    </ReportPage>
  )
}

interface GoalsReportProps {
  readonly report: Goals
  readonly product: string
  readonly meta: ReportMeta
}

function GoalsReport({ report, product, meta }: GoalsReportProps): ReactNode {
  const isShared = useSharedView() !== undefined
  const conditions = useConditions(product)
  if (report.goals.length === 0) {
    if (isShared) return <EmptyState title={t('goals.none')} />
    return (
      <Card>
        <EmptyState title={t('goals.none')}>
          <T
            id="goals.none_hint"
            values={{
              link: (text) => (
                <Link className="link" params={{ product }} to="/products/$product/settings/events">
                  {text}
                </Link>
              ),
            }}
          />
        </EmptyState>
      </Card>
    )
  }
  const shown = goalColumns({ product, timezone: meta.timezone, compared: report.comparison, conditions })
  return (
    <Card
      actions={<ExportTable columns={shown} name="goals" rows={report.goals} what={t('goals.caption')} />}
      flush
      title={t('goals.caption')}
    >
      <Table caption={t('goals.caption')} columns={shown} rowKey={({ name }) => name} rows={report.goals} />
      {report.goals.some(({ revenue }) => revenue !== null) && meta.excluded !== undefined && (
        <p className="border-t px-5 py-2.5">
          <ExcludedMoney excluded={meta.excluded} />
        </p>
      )}
      {report.visitors !== null && (
        <p className="border-t px-5 py-2.5 text-muted text-sm">
          {t('goals.rate_hint', { count: report.visitors })}
          {report.comparison && report.comparison.state !== 'available' && ` ${t('goals.no_earlier')}`}
        </p>
      )}
    </Card>
  )
}

/** What each goal counts, by its name. Shared links show no settings. */
function useConditions(product: string): ReadonlyMap<string, string> {
  const isShared = useSharedView() !== undefined
  const { data } = useQuery({ ...eventsQuery(product), enabled: !isShared })
  return new Map(data?.events.map((event) => [event.name, describeMatch(event)]))
}
