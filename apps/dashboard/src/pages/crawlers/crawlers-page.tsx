import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Crawlers } from '../../api/types.ts'
import { TimeChart } from '../../chart/time-chart.tsx'
import { useProduct } from '../../product/use-product.ts'
import { dayLabel } from '../../statistics/day-label.ts'
import { stateWords } from '../../statistics/describe-state.ts'
import { formatCount, formatDay, formatInstant, formatTick } from '../../statistics/format.ts'
import { crawlersQuery } from '../../statistics/queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { useSpan } from '../../statistics/use-span.ts'
import { Bars } from '../../ui/bars.tsx'
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

const COUNT = { metric: 'events', unit: 'count' } as const

/** What machines fetched; none of it is in the numbers of people. */
export function CrawlersPage(): ReactNode {
  const product = useProduct()
  const state = useSpan()
  const asked = useQuery(crawlersQuery(product.id, state.range))
  return (
    <ReportPage
      asked={asked}
      description="What search engines, AI and monitors fetched. They are in none of the numbers of people."
      state={state}
      title="Crawlers"
    >
      {({ data }) => <Report report={data} timezone={state.timezone} />}
    </ReportPage>
  )
}

function Report({ report, timezone }: { readonly report: Crawlers; readonly timezone: string }): ReactNode {
  const words = stateWords(report)
  if (words !== undefined) {
    return (
      <Card>
        <EmptyState title={words.short}>
          {words.why} Bots that run no script are seen only where a server reports them.
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      <Card title={`${formatCount(report.hits ?? 0)} hits`}>
        <TimeChart
          count={report.series.length}
          description="Hits of crawlers by day. The tables below have the numbers by crawler and by page."
          height={200}
          line={{ label: 'Hits', values: report.series.map(({ hits }) => hits) }}
          marks={[]}
          tickLabel={(at) => dayLabel(report.series, at)}
          tooltip={(at) => {
            const day = report.series[at]
            return (
              day && (
                <>
                  <span className="block text-muted">{formatDay(day.date)}</span>
                  <strong className="font-semibold">{formatCount(day.hits)} hits</strong>
                </>
              )
            )
          }}
          valueTick={(value) => formatTick(value, COUNT)}
        />
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card actions={<span className="text-muted text-sm">Hits</span>} title="What for">
          <div className="-mx-2">
            <Bars
              bars={report.purposes
                .toSorted((a, b) => b.hits - a.hits)
                .map(({ purpose, hits }) => ({
                  key: purpose,
                  label: PURPOSES[purpose],
                  value: hits,
                  shown: formatCount(hits),
                }))}
            />
          </div>
        </Card>
        <Card actions={<span className="text-muted text-sm">Hits</span>} title="Pages">
          <div className="-mx-2">
            <Bars
              bars={report.pages.slice(0, 10).map(({ path, hits }) => ({
                key: path,
                label: path,
                value: hits,
                shown: formatCount(hits),
              }))}
            />
          </div>
        </Card>
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
    { id: 'purpose', header: 'What for', cell: ({ purpose }) => PURPOSES[purpose] },
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
