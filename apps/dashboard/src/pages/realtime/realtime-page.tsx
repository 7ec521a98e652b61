import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import type { Realtime } from '../../api/types.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { t } from '../../messages/messages.ts'
import { useProduct } from '../../product/use-product.ts'
import { useSharedView } from '../../session/shared-view.ts'
import { FiltersNotApplied } from '../../statistics/controls/filters-not-applied.tsx'
import { IgnoredParameters } from '../../statistics/controls/ignored-parameters.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import { formatCount } from '../../statistics/format.ts'
import { InstallLink } from '../../statistics/install-link.tsx'
import { keyLabel } from '../../statistics/key-label.ts'
import { realtimeQuery } from '../../statistics/queries.ts'
import { useReportState } from '../../statistics/use-report-state.ts'
import { ValueIcon } from '../../statistics/value-icon.tsx'
import { BarCard } from '../../ui/bar-card.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { emptyText } from './empty-text.ts'
import { MinuteBars } from './minute-bars.tsx'

const POLL_INTERVAL_MS = 5_000

/** Current visitors, reloaded every few seconds while the page is visible. */
export function RealtimePage(): ReactNode {
  const product = useProduct()
  const state = useReportState()
  const report = useQuery({
    ...realtimeQuery(product.id),
    refetchInterval: POLL_INTERVAL_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  })
  return (
    <div className="grid gap-4">
      <PageHeader description={t('realtime.description')} title={t('sections.realtime')} />
      <IgnoredParameters state={state} />
      <FiltersNotApplied filters={state.filters} segment={state.segment} why={t('realtime.filters_not_applied')} />
      {report.error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void report.refetch()} problem={report.error} />
      )}
      {report.data === undefined ? (
        !report.isError && <Loading what={t('realtime.loading')} />
      ) : (
        <Now product={product.id} report={report.data} timezone={product.timezone} />
      )}
    </div>
  )
}

interface NowProps {
  readonly product: string
  readonly report: Realtime
  readonly timezone: string
}

function Now({ product, report, timezone }: NowProps): ReactNode {
  const shared = useSharedView() !== undefined
  const stateText = describeState(report)
  if (stateText !== undefined) {
    return (
      <Card>
        {report.reason === 'no_data_collected' ? (
          <EmptyState actions={!shared && <InstallLink product={product} />} title={t('realtime.nothing_yet')}>
            {t('realtime.nothing_yet_why')}
          </EmptyState>
        ) : (
          <EmptyState title={stateText.short}>{stateText.why}</EmptyState>
        )}
      </Card>
    )
  }
  return (
    <>
      <Stats>
        <Stat label={t('realtime.visitors', { minutes: report.active_minutes })}>
          <Counted value={report.active_visitors} />
        </Stat>
        <Stat label={t('realtime.visitors', { minutes: report.window_minutes })}>
          <Counted value={report.visitors} />
        </Stat>
        <Stat label={t('realtime.pageviews', { minutes: report.window_minutes })}>
          <Counted value={report.pageviews} />
        </Stat>
      </Stats>
      <Card title={t('realtime.by_minute')}>
        {report.minutes.length === 0 ? (
          <p className="text-muted text-sm">{emptyText(report)}</p>
        ) : (
          <MinuteBars minutes={report.minutes} timezone={timezone} />
        )}
      </Card>
      <div className="grid gap-4 lg:grid-cols-3">
        <Ranked dimension="page" empty={emptyText(report)} rows={report.pages} title={t('realtime.pages')} />
        <Ranked dimension="source" empty={emptyText(report)} rows={report.sources} title={t('realtime.sources')} />
        <Ranked dimension="country" empty={emptyText(report)} rows={report.countries} title={t('realtime.countries')} />
      </div>
    </>
  )
}

function Counted({ value }: { readonly value: number | null }): ReactNode {
  return value === null ? <span className="text-lg text-muted">{t('realtime.withheld')}</span> : formatCount(value)
}

interface RankedProps {
  readonly title: string
  readonly dimension: Dimension
  readonly rows: Realtime['pages']
  /** What it says without rows. */
  readonly empty: string
}

/** The rows open the overview of today, since the next question is rarely about half an hour. */
function Ranked({ title, dimension, rows, empty }: RankedProps): ReactNode {
  const product = useProduct()
  const navigate = useNavigate()
  const shared = useSharedView()
  const leads = shared === undefined || shared.sections.includes('overview')
  const open = (key: string) =>
    void navigate({
      to: '/products/$product',
      params: { product: product.id },
      search: { period: 'today', filters: [{ dimension, operator: 'is', values: [key] }] },
    })
  return (
    <BarCard
      className="min-h-48"
      empty={empty}
      format={formatCount}
      rows={rows.map(({ key, visitors }) => ({
        key,
        label: keyLabel(dimension, key),
        icon: <ValueIcon dimension={dimension} value={key} />,
        value: visitors,
        ...(leads && { onChoose: () => open(key) }),
      }))}
      title={title}
      unit={t('realtime.unit')}
    />
  )
}
