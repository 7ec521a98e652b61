import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Crawlers } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { T } from '../../messages/t.tsx'
import { useHasRole, useProduct } from '../../product/use-product.ts'
import { DailyChart } from '../../statistics/daily-chart.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { ExportTable } from '../../statistics/export-table.tsx'
import { formatCount, formatDay } from '../../statistics/format.ts'
import { crawlersQuery } from '../../statistics/queries.ts'
import { showDays } from '../../statistics/report-commands.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import type { CrawlersSearch } from '../../statistics/search.ts'
import { useReportState } from '../../statistics/use-report-state.ts'
import { BarCard } from '../../ui/bar-card.tsx'
import { buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type ChooseCrawlers, CrawlerFilters, crawlersFilter } from './crawler-filters.tsx'
import { CrawlerTable } from './crawler-table.tsx'
import { crawlersCsv, pagesCsv } from './crawlers-csv.ts'
import { ExportButton } from './export-button.tsx'
import { OperatorTable, operatorColumns } from './operator-table.tsx'

/** Hits of crawlers, which the other reports leave out. */
export function CrawlersPage(): ReactNode {
  const product = useProduct()
  const state = useReportState()
  const search = useSearch({ strict: false }) as CrawlersSearch
  const report = useQuery(crawlersQuery(product.id, { ...state.range, ...state.compare, ...crawlersFilter(search) }))
  return (
    <ReportPage
      comparing
      daysOf={({ meta }) => meta}
      description={t('crawlers.description')}
      filtersNotApplied={t('crawlers.filters_not_applied')}
      query={report}
      state={state}
      title={t('sections.crawlers')}
    >
      {({ data, meta }) => (
        <>
          <CrawlerFilters choose={state.change} search={search} />
          <Report
            choose={state.change}
            product={product.id}
            report={data}
            timezone={state.timezone}
            today={meta.today}
          />
        </>
      )}
    </ReportPage>
  )
}

/** Where an admin makes the key with which a server reports crawlers. */
function ToKeys({ product }: { readonly product: string }): ReactNode {
  return (
    <Link className={buttonClasses()} params={{ product }} to="/products/$product/settings/keys">
      {t('crawlers.empty_action')}
    </Link>
  )
}

/** By which lists addresses are verified, or that none has been fetched. */
function listsNote(lists: Crawlers['address_lists']): ReactNode {
  if (lists === undefined) return undefined
  return lists.fetched_on === null ? (
    <T id="crawlers.lists_none" values={{ code: (text) => <code>{text}</code> }} />
  ) : (
    t('crawlers.lists_fetched', { date: formatDay(lists.fetched_on) })
  )
}

interface ReportProps {
  readonly product: string
  readonly report: Crawlers
  readonly choose: ChooseCrawlers
  readonly timezone: string
  readonly today: string
}

function Report({ product, report, choose, timezone, today }: ReportProps): ReactNode {
  const canCreateKey = useHasRole('admin')
  const stateText = describeState(report)
  if (stateText !== undefined) {
    return (
      <Card>
        <EmptyState actions={canCreateKey && <ToKeys product={product} />} title={stateText.short}>
          {stateText.why} {t('crawlers.empty_hint')}
        </EmptyState>
      </Card>
    )
  }
  const { verification = [], operators = [] } = report
  return (
    <>
      <Card title={t('crawlers.hits_count', { count: report.hits ?? 0 })}>
        <DailyChart
          days={report.series}
          today={today}
          description={t('crawlers.chart')}
          unit={t('crawlers.unit')}
          getValue={({ hits }) => hits}
          onChoose={(days) => showDays({ change: choose }, days)}
        />
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <BarCard
          action={<ExportButton csv={() => pagesCsv(report)} name="crawled-pages" what={t('crawlers.pages')} />}
          format={formatCount}
          rows={report.pages.map(({ path, hits }) => ({
            ...{ key: path, label: path, value: hits },
            onChoose: () => choose({ page: path }),
          }))}
          title={t('crawlers.pages')}
          unit={t('crawlers.hits')}
        />
        <div className="grid content-start gap-4">
          <BarCard
            format={formatCount}
            rows={report.purposes
              .toSorted((a, b) => b.hits - a.hits)
              .map(({ purpose, hits }) => ({
                ...{ key: purpose, label: t(`crawlers.purpose_${purpose}`), value: hits },
                onChoose: () => choose({ purpose }),
              }))}
            title={t('crawlers.purpose')}
            unit={t('crawlers.hits')}
          />
          <div title={t('crawlers.verified_hint')}>
            <BarCard
              format={formatCount}
              rows={verification.map(({ verified, hits }) => {
                const verdict = verified === null ? 'null' : verified ? 'true' : 'false'
                return {
                  ...{ key: verdict, label: t(`crawlers.verified_${verdict}`), value: hits },
                  onChoose: () => choose({ verified: verdict }),
                }
              })}
              note={listsNote(report.address_lists)}
              title={t('crawlers.verified')}
              unit={t('crawlers.hits')}
            />
          </div>
        </div>
      </div>
      <Card
        actions={<ExportButton csv={() => crawlersCsv(report)} name="crawlers" what={t('sections.crawlers')} />}
        flush
        title={t('sections.crawlers')}
      >
        <CrawlerTable choose={choose} report={report} timezone={timezone} />
      </Card>
      {operators.length > 0 && (
        <Card
          actions={
            <ExportTable
              columns={operatorColumns(product)}
              name="crawler-operators"
              rows={operators}
              what={t('crawlers.operators')}
            />
          }
          flush
          title={t('crawlers.operators')}
        >
          <OperatorTable operators={operators} product={product} />
        </Card>
      )}
    </>
  )
}
