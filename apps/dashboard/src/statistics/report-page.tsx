import type { ReactNode } from 'react'
import { ApiProblem } from '../api/problem.ts'
import type { ReportMeta } from '../api/types.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Loading } from '../ui/spinner.tsx'
import { SpanControls } from './controls/span-controls.tsx'
import { ReportNotes } from './report-notes.tsx'
import type { SpanState } from './use-span.ts'

interface Asked<Report> {
  readonly data: Report | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

interface ReportPageProps<Report> {
  readonly title: string
  readonly description: ReactNode
  readonly state: SpanState
  readonly asked: Asked<Report>
  readonly actions?: ReactNode
  readonly children: (report: Report) => ReactNode
  readonly metaOf?: (report: Report) => ReportMeta
}

/** A report over a span of days: its heading, its controls, what stands there until it came, and what to know of it. */
export function ReportPage<Report>({
  title,
  description,
  state,
  asked,
  actions,
  children,
  metaOf,
}: ReportPageProps<Report>): ReactNode {
  return (
    <div className="grid gap-4">
      <PageHeader
        actions={
          <>
            <SpanControls state={state} />
            {actions}
          </>
        }
        description={description}
        title={title}
      />
      {asked.error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void asked.refetch()} problem={asked.error} />
      )}
      {asked.data !== undefined && children(asked.data)}
      {asked.data === undefined && !(asked.error instanceof ApiProblem) && (
        <div className="rounded-card border bg-surface">
          <Loading lines={6} what={title.toLowerCase()} />
        </div>
      )}
      {asked.data !== undefined && metaOf && <ReportNotes meta={metaOf(asked.data)} />}
    </div>
  )
}
