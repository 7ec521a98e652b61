import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Journeys } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { describeState } from '../../statistics/describe-state.ts'
import { ExportTable } from '../../statistics/export-table.tsx'
import { formatCount, formatRatio } from '../../statistics/format.ts'
import { NoVisitors } from '../../statistics/no-visitors.tsx'
import { journeysQuery, valuesQuery } from '../../statistics/queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { type ReportState, useReportState } from '../../statistics/use-report-state.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NO_VALUE } from '../../ui/no-value.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { isPage, pageLabel, stepLabel, stepsOf } from './flow.ts'
import { FlowDrawing } from './flow-drawing.tsx'
import { PageField } from './page-field.tsx'
import { StepLists } from './step-lists.tsx'

const route = getRouteApi('/products/$product/statistics/journeys')

/** Where visits came from before a page, and where they went from it. */
export function JourneysPage(): ReactNode {
  const state = useReportState()
  const search = route.useSearch()
  const pages = useQuery(valuesQuery(state.product, state.query, 'page'))
  const page = search.page ?? pages.data?.find(({ key }) => key !== '')?.key
  const report = useQuery({
    ...journeysQuery(state.product, { ...state.query, page: page ?? '' }),
    enabled: page !== undefined,
  })
  const nothing = pages.isSuccess && page === undefined
  return (
    <ReportPage
      description={t('journeys.description')}
      metaOf={(answer) => answer.meta}
      query={nothing ? { data: undefined, error: undefined, refetch: pages.refetch } : report}
      state={state}
      title={t('journeys.title')}
      {...(nothing && { instead: <NoVisitors product={state.product} /> })}
    >
      {({ data }) => (
        <div aria-busy={report.isPlaceholderData || undefined} className="grid gap-4">
          <PageField
            key={data.page}
            offered={(pages.data ?? []).map(({ key }) => key).filter((key) => key !== '')}
            onChoose={(chosen) => state.change({ page: chosen })}
            page={data.page}
          />
          <Report journeys={data} state={state} />
        </div>
      )}
    </ReportPage>
  )
}

interface StepRow {
  readonly distance: number
  readonly row: NonNullable<Journeys['before']>[number]['rows'][number]
}

function Report({ journeys, state }: { readonly journeys: Journeys; readonly state: ReportState }): ReactNode {
  const stateText = describeState(journeys)
  const choose = (page: string) => state.change({ page })
  if (stateText !== undefined) {
    return (
      <Card>
        <EmptyState title={stateText.title ?? stateText.short}>{stateText.why}</EmptyState>
      </Card>
    )
  }
  const shown = columns(journeys, choose)
  const rows = stepsOf(journeys).flatMap(({ distance, rows }) => rows.map((row) => ({ distance, row })))
  return (
    <Card
      actions={
        <ExportTable columns={shown} name="journeys" rows={rows} what={t('journeys.table', { page: journeys.page })} />
      }
      description={t('journeys.visits', { count: journeys.visits ?? 0 })}
      flush
      title={t('journeys.of_page', { page: journeys.page })}
    >
      <div className="max-sm:hidden">
        <FlowDrawing journeys={journeys} onChoose={choose} />
        <Table
          caption={t('journeys.table', { page: journeys.page })}
          columns={shown}
          rowKey={({ distance, row }) => `${distance} ${row.key}`}
          rows={rows}
        />
      </div>
      <StepLists journeys={journeys} onChoose={choose} />
    </Card>
  )
}

/** The page comes first: on a phone it is the heading of its row. */
function columns({ visits }: Journeys, choose: (page: string) => void): readonly Column<StepRow>[] {
  return [
    {
      id: 'page',
      header: t('journeys.page'),
      value: ({ row: { key } }) => (isPage(key) ? key : pageLabel(key)),
      cell: ({ row: { key } }) =>
        isPage(key) ? (
          <button className="link min-h-6 text-left max-sm:min-h-8" onClick={() => choose(key)} type="button">
            {key}
          </button>
        ) : (
          <span className="text-muted">{pageLabel(key)}</span>
        ),
    },
    {
      id: 'step',
      header: t('journeys.step'),
      value: ({ distance }) => distance,
      cell: ({ distance }) => stepLabel(distance),
    },
    {
      id: 'visits',
      header: t('journeys.visits_column'),
      numeric: true,
      value: ({ row }) => row.visits,
      cell: ({ row }) => (row.visits === null ? t('journeys.withheld') : formatCount(row.visits)),
    },
    {
      id: 'share',
      header: t('breakdowns.share'),
      numeric: true,
      value: ({ row }) => (row.visits === null || visits === null || visits === 0 ? null : row.visits / visits),
      cell: ({ row }) =>
        row.visits === null || visits === null || visits === 0 ? NO_VALUE : formatRatio(row.visits / visits),
    },
  ]
}
