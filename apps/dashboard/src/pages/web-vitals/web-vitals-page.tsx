import { WEB_VITALS, type WebVital } from '@footfall/core-domain/metrics'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SeveralStatsReport } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { ScriptTag } from '../../product/script-tag.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { NothingCollected } from '../../statistics/no-visitors.tsx'
import { vitalRowsQuery, vitalsQuery } from '../../statistics/page-report-queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { type ReportState, useReportState } from '../../statistics/use-report-state.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { VitalChart } from './vital-chart.tsx'
import { VitalMetrics } from './vital-metrics.tsx'
import { VitalTable } from './vital-table.tsx'

/** Page speed as visitors experienced it: five metrics over time, by page and by device. */
export function WebVitalsPage(): ReactNode {
  const state = useReportState()
  const { choice } = state
  const isOneDay = 'period' in choice && (choice.period === 'today' || choice.period === 'yesterday')
  const interval = isOneDay ? 'hour' : 'day'
  const report = useQuery(vitalsQuery(state.product, state.query, interval))
  return (
    <ReportPage
      description={t('vitals.description')}
      metaOf={({ meta }) => meta}
      query={report}
      state={state}
      title={t('sections.vitals')}
    >
      {({ data }) => <Content interval={interval} report={data} state={state} />}
    </ReportPage>
  )
}

interface ContentProps {
  readonly report: SeveralStatsReport
  readonly interval: 'hour' | 'day'
  readonly state: ReportState
}

function Content({ report, interval, state }: ContentProps): ReactNode {
  const [chosen, setChosen] = useState<WebVital>('lcp')
  const known = report.metrics.find(({ state }) => state === 'available' || state === 'withheld')
  const [first] = report.metrics
  if (known === undefined && first !== undefined) return <Nothing metric={first} product={state.product} />
  return (
    <>
      <VitalMetrics chosen={chosen} metrics={report.metrics} onChoose={setChosen} />
      <VitalChart at={WEB_VITALS.indexOf(chosen)} interval={interval} report={report} state={state} vital={chosen} />
      <Breakdowns />
    </>
  )
}

interface NothingProps {
  readonly metric: SeveralStatsReport['metrics'][number]
  readonly product: string
}

function Nothing({ metric, product }: NothingProps): ReactNode {
  const isOff = metric.reason === 'metric_not_collected'
  const text = describeState(metric)
  if (!isOff) {
    return (
      <Card>
        <NothingCollected product={product} title={text?.title ?? text?.short ?? ''}>
          {text?.why}
        </NothingCollected>
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState title={t('vitals.none')}>{t('vitals.none_why')}</EmptyState>
      <ScriptTag attribute="data-vitals" />
    </Card>
  )
}

function Breakdowns(): ReactNode {
  const state = useReportState()
  const { product, query } = state
  const pages = useQuery(vitalRowsQuery(product, query, 'page'))
  const devices = useQuery(vitalRowsQuery(product, query, 'device'))
  // Together, so that the first one is not pushed down by the second.
  if (pages.isPending || devices.isPending) {
    return (
      <div className="min-h-dvh">
        <Loading lines={12} what={t('vitals.by_page')} />
      </div>
    )
  }
  return (
    <>
      <VitalTable caption={t('vitals.by_page')} dimension="page" query={pages} state={state} />
      <VitalTable caption={t('vitals.by_device')} dimension="device" query={devices} state={state} />
    </>
  )
}
