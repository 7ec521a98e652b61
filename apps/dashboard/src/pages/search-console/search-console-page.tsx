import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SearchConsole } from '../../api/types.ts'
import { useHasRole, useProduct } from '../../product/use-product.ts'
import { DailyChart } from '../../statistics/daily-chart.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { formatCount, formatInstant, formatRatio } from '../../statistics/format.ts'
import { keyLabel } from '../../statistics/key-label.ts'
import { searchConsoleQuery } from '../../statistics/queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { useSpan } from '../../statistics/use-span.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { type Column, Table } from '../../ui/table.tsx'

/** Figures of Google Search Console. */
export function SearchConsolePage(): ReactNode {
  const product = useProduct()
  const state = useSpan()
  const report = useQuery(searchConsoleQuery(product.id, state.range))
  return (
    <ReportPage
      filtersNotApplied="Google counts these clicks, and knows nothing of visits."
      query={report}
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
  const canConnect = useHasRole('admin')
  if (report.reason === 'not_connected') {
    return (
      <Card>
        <EmptyState
          actions={
            canConnect && (
              <Link className={buttonClasses()} params={{ product }} to="/products/$product/settings/integrations">
                Go to settings
              </Link>
            )
          }
          title="Google Search Console is not connected"
        >
          {canConnect ? CONNECT_YOURSELF : 'An admin of this product can connect it.'}
        </EmptyState>
      </Card>
    )
  }
  const stateText = describeState(report)
  if (stateText !== undefined || report.totals === null) {
    return (
      <Card>
        <EmptyState title={stateText?.short ?? 'No data'}>{stateText?.why}</EmptyState>
      </Card>
    )
  }
  const { totals } = report
  return (
    <>
      {report.demo && <Notice title="Demo data">These search figures are made up. Nothing is read from Google.</Notice>}
      {report.reason === 'provider_error' && (
        <Notice tone="warning">The last sync failed. The figures below are from an earlier sync.</Notice>
      )}
      <Stats>
        <Stat label="Clicks">{formatCount(totals.clicks)}</Stat>
        <Stat label="Impressions">{formatCount(totals.impressions)}</Stat>
        <Stat label="Click-through rate">{formatRatio(totals.ctr)}</Stat>
        <Stat label="Average position">{totals.position.toFixed(1)}</Stat>
      </Stats>
      <Card title="Clicks by day">
        <DailyChart
          days={report.series}
          description="Clicks in Google’s results by day."
          detail={({ impressions }) => `${formatCount(impressions)} impressions`}
          unit="clicks"
          getValue={({ clicks }) => clicks}
        />
      </Card>
      <Ranked header="Query" rows={report.queries} title="Queries" />
      <Ranked header="Page" rows={report.pages} title="Pages" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Ranked
          header="Country"
          rows={report.countries}
          title="Countries"
          labelOf={(key) => keyLabel('country', key)}
        />
        <Ranked header="Device" rows={report.devices} title="Devices" labelOf={(key) => keyLabel('device', key)} />
      </div>
      {report.synced_at !== null && (
        <p className="text-muted text-sm">
          As of {formatInstant(report.synced_at, timezone)}. Days are in Pacific time. Google reports a day once it is
          final and leaves out rare queries.
        </p>
      )}
    </>
  )
}

const CONNECT_YOURSELF = 'Connect it in the settings of this product to see clicks and queries here.'

type Row = SearchConsole['queries'][number]

interface RankedProps {
  readonly title: string
  readonly header: string
  readonly rows: readonly Row[]
  readonly labelOf?: (key: string) => string
}

function Ranked({ title, header, rows, labelOf = (key) => key }: RankedProps): ReactNode {
  const columns: readonly Column<Row>[] = [
    { id: 'key', header, cell: ({ key }) => labelOf(key) },
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
