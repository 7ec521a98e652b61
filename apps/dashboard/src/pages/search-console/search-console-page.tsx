import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SearchConsole } from '../../api/types.ts'
import { TimeChart } from '../../chart/time-chart.tsx'
import { useMay, useProduct } from '../../product/use-product.ts'
import { dayLabel } from '../../statistics/day-label.ts'
import { stateWords } from '../../statistics/describe-state.ts'
import { formatCount, formatDay, formatInstant, formatRatio, formatTick } from '../../statistics/format.ts'
import { keyWord } from '../../statistics/key-label.ts'
import { searchConsoleQuery } from '../../statistics/queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { useSpan } from '../../statistics/use-span.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { type Column, Table } from '../../ui/table.tsx'

/** How the product does in Google's results, as Google counts it. */
export function SearchConsolePage(): ReactNode {
  const product = useProduct()
  const state = useSpan()
  const asked = useQuery(searchConsoleQuery(product.id, state.range))
  return (
    <ReportPage
      asked={asked}
      description="Clicks and impressions in Google’s results, as Google Search Console counts them."
      state={state}
      title="Search"
    >
      {({ data }) => <Report product={product.id} report={data} timezone={state.timezone} />}
    </ReportPage>
  )
}

interface ReportProps {
  readonly product: string
  readonly report: SearchConsole
  readonly timezone: string
}

function Report({ product, report, timezone }: ReportProps): ReactNode {
  const mayConnect = useMay('admin')
  if (report.reason === 'not_connected') {
    return (
      <Card>
        <EmptyState
          actions={
            mayConnect && (
              <Link className={buttonClasses()} params={{ product }} to="/products/$product/settings/integrations">
                To the settings
              </Link>
            )
          }
          title="Google Search Console is not connected"
        >
          {mayConnect ? CONNECT_YOURSELF : 'An admin of this product can connect it.'}
        </EmptyState>
      </Card>
    )
  }
  const words = stateWords(report)
  if (words !== undefined || report.totals === null) {
    return (
      <Card>
        <EmptyState title={words?.short ?? 'No data'}>{words?.why}</EmptyState>
      </Card>
    )
  }
  const { totals } = report
  return (
    <>
      {report.reason === 'provider_error' && (
        <Notice tone="warning">The last synchronisation failed; what earlier ones brought stays.</Notice>
      )}
      <Stats>
        <Stat label="Clicks">{formatCount(totals.clicks)}</Stat>
        <Stat label="Impressions">{formatCount(totals.impressions)}</Stat>
        <Stat label="Click-through rate">{formatRatio(totals.ctr)}</Stat>
        <Stat label="Mean position">{totals.position.toFixed(1)}</Stat>
      </Stats>
      <Card title="Clicks by day">
        <TimeChart
          count={report.series.length}
          description="Clicks in Google’s results by day."
          height={200}
          line={{ label: 'Clicks', values: report.series.map(({ clicks }) => clicks) }}
          marks={[]}
          tickLabel={(at) => dayLabel(report.series, at)}
          tooltip={(at) => {
            const day = report.series[at]
            return (
              day && (
                <>
                  <span className="block text-muted">{formatDay(day.date)}</span>
                  <strong className="font-semibold">{formatCount(day.clicks)} clicks</strong>
                  <span className="block text-muted">{formatCount(day.impressions)} impressions</span>
                </>
              )
            )
          }}
          valueTick={(value) => formatTick(value, { metric: 'events', unit: 'count' })}
        />
      </Card>
      <Ranked header="Query" rows={report.queries} title="Queries" />
      <Ranked header="Page" rows={report.pages} title="Pages" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Ranked header="Country" rows={report.countries} title="Countries" word={(key) => keyWord('country', key)} />
        <Ranked header="Device" rows={report.devices} title="Devices" word={(key) => keyWord('device', key)} />
      </div>
      {report.synced_at !== null && (
        <p className="text-muted text-sm">
          As of {formatInstant(report.synced_at, timezone)}. Google’s days are Pacific time and come once they are
          final; queries too rare to name are left out.
        </p>
      )}
    </>
  )
}

const CONNECT_YOURSELF = 'Connect it in the settings of this product, and clicks and queries appear here.'

type Row = SearchConsole['queries'][number]

interface RankedProps {
  readonly title: string
  readonly header: string
  readonly rows: readonly Row[]
  readonly word?: (key: string) => string
}

function Ranked({ title, header, rows, word = (key) => key }: RankedProps): ReactNode {
  const columns: readonly Column<Row>[] = [
    { id: 'key', header, cell: ({ key }) => word(key) },
    { id: 'clicks', header: 'Clicks', numeric: true, cell: ({ clicks }) => formatCount(clicks) },
    { id: 'impressions', header: 'Impressions', numeric: true, cell: (row) => formatCount(row.impressions) },
    { id: 'ctr', header: 'CTR', numeric: true, cell: ({ ctr }) => formatRatio(ctr) },
    { id: 'position', header: 'Position', numeric: true, cell: ({ position }) => position.toFixed(1) },
  ]
  return (
    <Card flush title={title}>
      <Table caption={title} columns={columns} rowKey={({ key }) => key} rows={rows} />
    </Card>
  )
}
