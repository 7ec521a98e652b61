import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { type Command, useCommands } from '../../commands/commands.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { t } from '../../messages/messages.ts'
import { useHasRole, useProduct } from '../../product/use-product.ts'
import { AddFilter, FilterBar } from '../../statistics/controls/filter-bar.tsx'
import { Hints } from '../../statistics/controls/hints.tsx'
import { IgnoredParameters } from '../../statistics/controls/ignored-parameters.tsx'
import { ReportControls } from '../../statistics/controls/report-controls.tsx'
import { SegmentGone } from '../../statistics/controls/segment-gone.tsx'
import { queryFor } from '../../statistics/conversion-view.ts'
import { intervalFor } from '../../statistics/date-range.ts'
import { hasNothing } from '../../statistics/describe-state.ts'
import { isDimension } from '../../statistics/dimensions.ts'
import { overviewQuery } from '../../statistics/queries.ts'
import { ReportNotes } from '../../statistics/report-notes.tsx'
import { useSegment } from '../../statistics/segments.ts'
import { useReportState } from '../../statistics/use-report-state.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { HeaderControls, PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/spinner.tsx'
import { Annotations, type OpenAnnotation } from './annotations.tsx'
import { CurrentVisitors } from './current-visitors.tsx'
import { HeadlineMetrics } from './headline-metrics.tsx'
import { HeatMap } from './heat-map.tsx'
import { OverTime } from './over-time.tsx'
import { OverviewActions } from './overview-actions.tsx'
import { Panels } from './panels.tsx'
import { firstMetric, headlineMetrics, shownMetric, totalOf } from './shown-metric.ts'
import { useHeadline } from './use-headline.ts'
import { useNotInstalled } from './use-not-installed.ts'
import { useReadAhead } from './use-read-ahead.ts'
import { WhatChanged } from './what-changed.tsx'

const AllRowsDialog = lazy(() =>
  import('./all-rows-dialog.tsx').then(({ AllRowsDialog }) => ({ default: AllRowsDialog })),
)

const InstallSteps = lazy(() =>
  import('../../installation/install-steps.tsx').then(({ InstallSteps }) => ({ default: InstallSteps })),
)

const route = getRouteApi('/products/$product/statistics/')

/** The overview of a product. Its state is in the search parameters. */
export function OverviewPage(): ReactNode {
  const search = route.useSearch()
  const product = useProduct()
  const state = useReportState()
  const canWrite = useHasRole('editor')
  const [annotation, setAnnotation] = useState<OpenAnnotation>()
  const metric = shownMetric(search.metric, state.filters)
  const interval = intervalFor(search.interval, state.choice)
  const query = queryFor(metric, state)
  const overview = useQuery(overviewQuery(product.id, { query, compare: state.compare, metric, interval }))
  const { headline, isPlaceholder: isEarlierHeadline } = useHeadline(state, overview.data?.data.figures)
  const readAhead = useReadAhead(state, search, metric)
  const report = overview.data
  const visitors = report?.data.figures.metrics.find(({ metric }) => metric === 'visitors')
  const isPlaceholder = overview.isPlaceholderData || isEarlierHeadline
  const totals = isPlaceholder ? undefined : headline
  useCommands(
    canWrite && report !== undefined
      ? [annotateCommand(() => setAnnotation({ what: 'create', day: report.meta.to }))]
      : [],
  )
  const segmentGone = useSegment(product.id, state.segment)?.gone === true
  // Where there is nothing to break down, the message of the chart is enough.
  const nothing = segmentGone || (visitors !== undefined && hasNothing(visitors))
  const { isNotInstalled, view } = useNotInstalled(product.id, nothing && !segmentGone && state.filters.length === 0)
  if (isNotInstalled)
    return (
      <Suspense fallback={<Skeleton className="h-96" />}>
        <InstallSteps onView={view} />
      </Suspense>
    )
  return (
    <div className="grid gap-4">
      <HeaderControls>
        <AddFilter state={state} />
        <ReportControls comparing days={report?.meta} onConsider={readAhead} state={state} stepping />
      </HeaderControls>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <PageHeader title={t('sections.overview')} />
        <CurrentVisitors loaded={report?.data.active_visitors} product={product.id} />
        <OverviewActions product={product.id} />
      </div>
      <IgnoredParameters state={state} />
      <FilterBar state={state} />
      {report && <Hints hints={report.meta.hints} state={state} />}
      {segmentGone && <SegmentGone state={state} />}
      {!segmentGone && overview.error instanceof ApiProblem && (
        <div className="grid gap-2">
          <ProblemNotice onRetry={() => void overview.refetch()} problem={overview.error} />
          {state.filters.length > 0 && (
            <p>
              <Button onClick={() => state.change({ filters: undefined })} size="small">
                {t('overview.remove_filters')}
              </Button>
            </p>
          )}
        </div>
      )}
      {!segmentGone && !(overview.isError && report === undefined) && (
        <Card busy={isPlaceholder} flush>
          {report === undefined || headline === undefined ? (
            <div aria-busy="true" className="grid gap-4 p-5">
              <Skeleton className="h-20" />
              <Skeleton className="h-64" />
            </div>
          ) : (
            <>
              <HeadlineMetrics
                chosen={metric}
                headline={headline}
                meta={report.meta}
                metrics={headlineMetrics(state.filters)}
                onChoose={(chosen) =>
                  state.change({ metric: chosen === firstMetric(state.filters) ? undefined : chosen })
                }
              />
              <OverTime
                annotations={report.data.annotations}
                interval={interval}
                meta={report.meta}
                report={report.data.series}
                state={state}
                table={search.table ?? false}
                {...(canWrite && { onAnnotation: setAnnotation })}
              />
              {!nothing && <WhatChanged state={state} />}
              <Annotations
                annotations={report.data.annotations}
                day={report.meta.to}
                onOpen={setAnnotation}
                open={annotation}
              />
            </>
          )}
        </Card>
      )}
      {/* New elements take the place of what stood there while the numbers loaded, so that nothing moves. */}
      <div className="grid grid-cols-1 gap-4" key={report === undefined ? 'loading' : 'loaded'}>
        {!nothing && <Panels metric={metric} search={search} state={state} total={totalOf(metric, totals)} />}
        {!nothing && <HeatMap metric={metric} state={state} />}
        {report && <ReportNotes meta={report.meta} />}
      </div>
      {search.all !== undefined && isDimension(search.all) && (
        <Suspense fallback={null}>
          <AllRowsDialog
            dimension={search.all}
            key={search.all}
            shown={metric}
            onClose={() => state.change({ all: undefined })}
            state={state}
            total={totalOf('visitors', totals)}
          />
        </Suspense>
      )}
    </div>
  )
}

function annotateCommand(run: () => void): Command {
  return { id: 'annotate', group: 'chart', key: 'n', label: t('annotations.add'), run }
}
