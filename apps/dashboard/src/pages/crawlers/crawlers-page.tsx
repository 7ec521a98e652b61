import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Crawlers } from '../../api/types.ts'
import { useProduct } from '../../product/use-product.ts'
import { DailyChart } from '../../statistics/daily-chart.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { formatCount, formatInstant } from '../../statistics/format.ts'
import { crawlersQuery } from '../../statistics/queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { useSpan } from '../../statistics/use-span.ts'
import { BarCard } from '../../ui/bar-card.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const PURPOSES = {
  search: 'Search engines',
  ai_training: 'AI training',
  ai_assistant: 'AI assistants',
  monitoring: 'Monitoring',
  other: 'Other',
} as const

/** Hits of crawlers, which the other reports leave out. */
export function CrawlersPage(): ReactNode {
  const product = useProduct()
  const state = useSpan()
  const report = useQuery(crawlersQuery(product.id, state.range))
  return (
    <ReportPage
      filtersNotApplied="Crawlers make hits and no visits."
      query={report}
      description="Hits of search engines, AI crawlers and monitors. No other report counts them."
      state={state}
      title="Crawlers"
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
          {stateText.why} Crawlers that run no script are counted only if your server reports them.
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      <Card title={`${formatCount(report.hits ?? 0)} hits`}>
        <DailyChart
          days={report.series}
          today={today}
          description="Crawler hits by day. The tables below show them by crawler and by page."
          unit="hits"
          getValue={({ hits }) => hits}
        />
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <BarCard
          format={formatCount}
          rows={report.purposes
            .toSorted((a, b) => b.hits - a.hits)
            .map(({ purpose, hits }) => ({ key: purpose, label: PURPOSES[purpose], value: hits }))}
          title="Purpose"
          unit="Hits"
        />
        <BarCard
          format={formatCount}
          rows={report.pages.slice(0, 10).map(({ path, hits }) => ({ key: path, label: path, value: hits }))}
          title="Pages"
          unit="Hits"
        />
      </div>
      <Card flush title="Crawlers">
        <Table
          caption="Crawlers by their hits"
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
    { id: 'crawler', header: 'Crawler', cell: ({ crawler }) => crawler },
    { id: 'purpose', header: 'Purpose', cell: ({ purpose }) => PURPOSES[purpose] },
    { id: 'hits', header: 'Hits', numeric: true, cell: ({ hits }) => formatCount(hits) },
    { id: 'pages', header: 'Pages', numeric: true, cell: ({ pages }) => formatCount(pages) },
    { id: 'errors', header: 'Errors', numeric: true, cell: ({ errors }) => formatCount(errors) },
    {
      id: 'last',
      header: 'Last seen',
      numeric: true,
      cell: ({ last_seen_at }) => formatInstant(last_seen_at, timezone),
    },
  ]
}
