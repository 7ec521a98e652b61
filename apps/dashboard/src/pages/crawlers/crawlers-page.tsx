import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Crawlers } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { useProduct } from '../../product/use-product.ts'
import { DailyChart } from '../../statistics/daily-chart.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { formatCount, formatInstant } from '../../statistics/format.ts'
import { crawlersQuery } from '../../statistics/queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { useReportState } from '../../statistics/use-report-state.ts'
import { BarCard } from '../../ui/bar-card.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Column, Table } from '../../ui/table.tsx'

/** Hits of crawlers, which the other reports leave out. */
export function CrawlersPage(): ReactNode {
  const product = useProduct()
  const state = useReportState()
  const report = useQuery(crawlersQuery(product.id, state.range))
  return (
    <ReportPage
      filtersNotApplied={t('crawlers.filters_not_applied')}
      query={report}
      description={t('crawlers.description')}
      state={state}
      title={t('sections.crawlers')}
    >
      {({ data, meta }) => <Report report={data} timezone={state.timezone} today={meta.today} />}
    </ReportPage>
  )
}

interface ReportProps {
  readonly report: Crawlers
  readonly timezone: string
  readonly today: string
}

function Report({ report, timezone, today }: ReportProps): ReactNode {
  const stateText = describeState(report)
  if (stateText !== undefined) {
    return (
      <Card>
        <EmptyState title={stateText.short}>
          {stateText.why} {t('crawlers.empty_hint')}
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      <Card title={t('crawlers.hits_count', { count: report.hits ?? 0 })}>
        <DailyChart
          days={report.series}
          today={today}
          description={t('crawlers.chart')}
          unit={t('crawlers.unit')}
          getValue={({ hits }) => hits}
        />
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <BarCard
          format={formatCount}
          rows={report.purposes
            .toSorted((a, b) => b.hits - a.hits)
            .map(({ purpose, hits }) => ({ key: purpose, label: t(`crawlers.purpose_${purpose}`), value: hits }))}
          title={t('crawlers.purpose')}
          unit={t('crawlers.hits')}
        />
        <BarCard
          format={formatCount}
          rows={report.pages.slice(0, 10).map(({ path, hits }) => ({ key: path, label: path, value: hits }))}
          title={t('crawlers.pages')}
          unit={t('crawlers.hits')}
        />
      </div>
      <Card flush title={t('sections.crawlers')}>
        <Table
          caption={t('crawlers.caption')}
          columns={columns(timezone)}
          rowKey={({ crawler, purpose }) => `${crawler} ${purpose}`}
          rows={report.crawlers}
        />
      </Card>
    </>
  )
}

function columns(timezone: string): readonly Column<Crawlers['crawlers'][number]>[] {
  return [
    { id: 'crawler', header: t('crawlers.crawler'), cell: ({ crawler }) => crawler },
    { id: 'purpose', header: t('crawlers.purpose'), cell: ({ purpose }) => t(`crawlers.purpose_${purpose}`) },
    { id: 'hits', header: t('crawlers.hits'), numeric: true, cell: ({ hits }) => formatCount(hits) },
    { id: 'pages', header: t('crawlers.pages'), numeric: true, cell: ({ pages }) => formatCount(pages) },
    { id: 'errors', header: t('crawlers.errors'), numeric: true, cell: ({ errors }) => formatCount(errors) },
    {
      id: 'last',
      header: t('crawlers.last_seen'),
      numeric: true,
      cell: ({ last_seen_at }) => formatInstant(last_seen_at, timezone),
    },
  ]
}
