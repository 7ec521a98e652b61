import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SearchConsole } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { useHasRole, useProduct } from '../../product/use-product.ts'
import { ChosenValue } from '../../statistics/controls/chosen-value.tsx'
import { DailyChart } from '../../statistics/daily-chart.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { formatInstant } from '../../statistics/format.ts'
import { keyLabel } from '../../statistics/key-label.ts'
import { searchConsoleQuery } from '../../statistics/queries.ts'
import { showDays } from '../../statistics/report-commands.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import type { ResultsSearch } from '../../statistics/search.ts'
import { type ReportState, useReportState } from '../../statistics/use-report-state.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { conditionOfPage, ExampleOfQueries, pathOf, Ranked } from './ranked.tsx'
import { SearchTotals } from './search-totals.tsx'

/** Metrics of Google Search Console. */
export function SearchConsolePage(): ReactNode {
  const product = useProduct()
  const state = useReportState()
  const { page, query } = useSearch({ strict: false }) as ResultsSearch
  const asked = {
    ...state.range,
    ...state.compare,
    ...(page !== undefined && { page }),
    ...(query !== undefined && { query }),
  }
  const report = useQuery(searchConsoleQuery(product.id, asked))
  return (
    <ReportPage
      comparing
      daysOf={({ meta }) => meta}
      filtersNotApplied={t('search_console.filters_not_applied')}
      query={report}
      description={t('search_console.description')}
      state={state}
      title={t('sections.search')}
    >
      {({ data }) => (
        <>
          {(page !== undefined || query !== undefined) && (
            <div className="flex flex-wrap gap-1.5">
              {page !== undefined && (
                <ChosenValue
                  label={t('search_console.page')}
                  onRemove={() => state.change({ page: undefined })}
                  value={pathOf(page)}
                />
              )}
              {query !== undefined && (
                <ChosenValue
                  label={t('search_console.query')}
                  onRemove={() => state.change({ query: undefined })}
                  value={query}
                />
              )}
            </div>
          )}
          <Report product={product.id} report={data} state={state} />
        </>
      )}
    </ReportPage>
  )
}

interface ReportProps {
  readonly product: string
  readonly report: SearchConsole
  readonly state: ReportState
}

function Report({ product, report, state }: ReportProps): ReactNode {
  const canConnect = useHasRole('admin')
  const { name } = useProduct()
  if (report.reason === 'not_connected') {
    return (
      <Card flush>
        <EmptyState
          actions={
            canConnect && (
              <Link className={buttonClasses()} params={{ product }} to="/products/$product/settings/integrations">
                {t('search_console.go_to_settings')}
              </Link>
            )
          }
          title={t('search_console.not_connected')}
        >
          {t(canConnect ? 'search_console.connect' : 'search_console.ask_admin')}
        </EmptyState>
        <ExampleOfQueries product={name} />
      </Card>
    )
  }
  const stateText = describeState(report)
  if (stateText !== undefined || report.totals === null) {
    return (
      <Card>
        <EmptyState title={stateText?.short ?? t('search_console.no_data')}>{stateText?.why}</EmptyState>
      </Card>
    )
  }
  const { totals } = report
  return (
    <>
      {report.demo && <Notice title={t('search_console.demo')}>{t('search_console.demo_hint')}</Notice>}
      {report.reason === 'provider_error' && <Notice tone="warning">{t('search_console.sync_failed')}</Notice>}
      <SearchTotals report={report} totals={totals} />
      <Card title={t('search_console.by_day')}>
        <DailyChart
          days={report.series}
          description={t('search_console.chart')}
          detail={({ impressions }) => t('search_console.impressions_count', { count: impressions })}
          unit={t('search_console.unit')}
          getValue={({ clicks }) => clicks}
          onChoose={(days) => showDays(state, days)}
        />
      </Card>
      <Ranked
        header={t('search_console.query')}
        name="queries"
        onRow={(query) => state.change({ query })}
        rows={report.queries}
        title={t('search_console.queries')}
      />
      <Ranked
        asked={{ product, conditionOf: conditionOfPage }}
        header={t('search_console.page')}
        name="pages"
        onChoose={{ choose: (page) => state.change({ page }), label: t('search_console.queries_of_page') }}
        rows={report.pages}
        title={t('search_console.pages')}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,36rem),1fr))] gap-4">
        <Ranked
          asked={{ product, conditionOf: (key) => ({ dimension: 'country', operator: 'is', values: [key] }) }}
          header={t('search_console.country')}
          name="countries"
          rows={report.countries}
          title={t('search_console.countries')}
          labelOf={(key) => keyLabel('country', key)}
        />
        <Ranked
          asked={{ product, conditionOf: (key) => ({ dimension: 'device', operator: 'is', values: [key] }) }}
          header={t('search_console.device')}
          name="devices"
          rows={report.devices}
          title={t('search_console.devices')}
          labelOf={(key) => keyLabel('device', key)}
        />
      </div>
      {report.synced_at !== null && (
        <p className="text-muted text-sm">
          {t('search_console.synced', { when: formatInstant(report.synced_at, state.timezone) })}
        </p>
      )}
    </>
  )
}
