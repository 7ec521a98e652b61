import type { ReactNode } from 'react'
import { ApiProblem } from '../api/problem.ts'
import type { ReportMeta } from '../api/types.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { HeaderControls, PageHeader } from '../ui/page-header.tsx'
import { Loading } from '../ui/spinner.tsx'
import { AddFilter, FilterBar } from './controls/filter-bar.tsx'
import { FiltersNotApplied } from './controls/filters-not-applied.tsx'
import { Hints } from './controls/hints.tsx'
import { IgnoredParameters } from './controls/ignored-parameters.tsx'
import { ReportControls } from './controls/report-controls.tsx'
import { SegmentGone } from './controls/segment-gone.tsx'
import { ReportNotes } from './report-notes.tsx'
import { useSegment } from './segments.ts'
import type { ReportedDays } from './step-range.ts'
import type { ReportState } from './use-report-state.ts'

interface ReportQuery<Report> {
  readonly data: Report | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

interface ReportPageProps<Report> {
  readonly title: string
  readonly description: ReactNode
  readonly state: ReportState
  readonly query: ReportQuery<Report>
  readonly actions?: ReactNode
  /** Why the report cannot obey the filters, as a sentence. Absent where it does. */
  readonly filtersNotApplied?: string
  readonly comparing?: boolean
  /** Shown in place of the report. */
  readonly instead?: ReactNode
  readonly children: (report: Report) => ReactNode
  readonly metaOf?: (report: Report) => ReportMeta
  /** The days of a report whose notes are not shown, so that one can step to those before and after. */
  readonly daysOf?: (report: Report) => ReportedDays
}

/** A report over a period, with its heading, controls, loading and error states, and notes. */
export function ReportPage<Report>({
  title,
  description,
  state,
  query: asked,
  actions,
  filtersNotApplied,
  comparing = false,
  instead,
  children,
  metaOf,
  daysOf = metaOf,
}: ReportPageProps<Report>): ReactNode {
  const segmentGone = useSegment(state.product, state.segment)?.gone === true && filtersNotApplied === undefined
  const query = segmentGone ? { ...asked, data: undefined, error: undefined } : asked
  const replaced = segmentGone ? <SegmentGone state={state} /> : inPlace(instead)
  return (
    <div className="grid gap-4">
      <HeaderControls>
        {filtersNotApplied === undefined && <AddFilter state={state} />}
        <ReportControls
          comparing={comparing}
          days={query.data && daysOf?.(query.data)}
          state={state}
          stepping={daysOf !== undefined}
        />
      </HeaderControls>
      <PageHeader actions={actions} description={description} title={title} />
      <IgnoredParameters state={state} />
      {filtersNotApplied === undefined ? (
        <FilterBar state={state} />
      ) : (
        <FiltersNotApplied filters={state.filters} segment={state.segment} why={filtersNotApplied} />
      )}
      {query.data !== undefined && metaOf && <Hints hints={metaOf(query.data).hints} state={state} />}
      {query.error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void query.refetch()} problem={query.error} />
      )}
      {query.data !== undefined && children(query.data)}
      {replaced}
      {query.data === undefined && replaced === undefined && !(query.error instanceof ApiProblem) && (
        <div className="rounded-card border bg-surface">
          <Loading lines={6} what={title.toLowerCase()} />
        </div>
      )}
      {query.data !== undefined && metaOf && <ReportNotes meta={metaOf(query.data)} />}
    </div>
  )
}

function inPlace(instead: ReactNode): ReactNode {
  return instead === undefined ? undefined : <div className="rounded-card border bg-surface">{instead}</div>
}
