import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Goals, ReportMeta } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { T } from '../../messages/t.tsx'
import { describeMatch, eventsQuery } from '../../product/tracked-events.ts'
import { useProduct } from '../../product/use-product.ts'
import { useSharedView } from '../../session/shared-view.ts'
import { Change } from '../../statistics/change.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { ExcludedMoney } from '../../statistics/excluded-money.tsx'
import { withFilter } from '../../statistics/filters.ts'
import { formatComparedRange, formatCount, formatMoney, formatRatio } from '../../statistics/format.ts'
import { goalsQuery } from '../../statistics/queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { keepReportSearch } from '../../statistics/search.ts'
import { useReportState } from '../../statistics/use-report-state.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Column, Table } from '../../ui/table.tsx'

type Goal = Goals['goals'][number]

/** Goals and their conversions. */
export function GoalsPage(): ReactNode {
  const product = useProduct()
  const state = useReportState()
  const report = useQuery(goalsQuery(product.id, { ...state.query, ...state.compare }))
  return (
    <ReportPage
      comparing
      query={report}
      description={t('goals.description')}
      metaOf={({ meta }) => meta}
      state={state}
      title={t('sections.goals')}
    >
      {({ data, meta }) => <GoalsReport meta={meta} product={product.id} report={data} />}
    </ReportPage>
  )
}

interface GoalsReportProps {
  readonly report: Goals
  readonly product: string
  readonly meta: ReportMeta
}

function GoalsReport({ report, product, meta }: GoalsReportProps): ReactNode {
  const isShared = useSharedView() !== undefined
  const conditions = useConditions(product)
  if (report.goals.length === 0) {
    if (isShared) return <EmptyState title={t('goals.none')} />
    return (
      <Card>
        <EmptyState title={t('goals.none')}>
          <T
            id="goals.none_hint"
            values={{
              link: (text) => (
                <Link className="link" params={{ product }} to="/products/$product/settings/events">
                  {text}
                </Link>
              ),
            }}
          />
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card flush>
      <Table
        caption={t('goals.caption')}
        columns={columns({ product, timezone: meta.timezone, compared: report.comparison, conditions })}
        rowKey={({ name }) => name}
        rows={report.goals}
      />
      {report.goals.some(({ revenue }) => revenue !== null) && meta.excluded !== undefined && (
        <p className="border-t px-5 py-2.5">
          <ExcludedMoney excluded={meta.excluded} />
        </p>
      )}
      {report.visitors !== null && (
        <p className="border-t px-5 py-2.5 text-muted text-sm">
          {t('goals.rate_hint', { count: report.visitors })}
          {report.comparison && report.comparison.state !== 'available' && ` ${t('goals.no_earlier')}`}
        </p>
      )}
    </Card>
  )
}

/** What each goal counts, by its name. Shared links show no settings. */
function useConditions(product: string): ReadonlyMap<string, string> {
  const isShared = useSharedView() !== undefined
  const { data } = useQuery({ ...eventsQuery(product), enabled: !isShared })
  return new Map(data?.events.map((event) => [event.name, describeMatch(event)]))
}

interface ColumnsInput {
  readonly product: string
  readonly timezone: string
  readonly compared: Goals['comparison']
  readonly conditions: ReadonlyMap<string, string>
}

function columns({ product, timezone, compared, conditions }: ColumnsInput): readonly Column<Goal>[] {
  return [
    {
      id: 'goal',
      header: t('goals.goal'),
      cell: (goal) => <GoalName condition={conditions.get(goal.name)} goal={goal} product={product} />,
    },
    {
      id: 'conversions',
      header: t('goals.conversions'),
      numeric: true,
      cell: (goal) => (
        <span className="inline-flex items-center justify-end gap-x-2 max-sm:flex-col-reverse max-sm:items-start">
          {compared && <GoalChange compared={compared} goal={goal} timezone={timezone} />}
          {value(goal, goal.conversions, formatCount)}
        </span>
      ),
    },
    {
      id: 'visitors',
      header: t('goals.visitors'),
      numeric: true,
      cell: (goal) => value(goal, goal.converted_visitors, formatCount),
    },
    {
      id: 'rate',
      header: t('goals.rate'),
      numeric: true,
      cell: (goal) => value(goal, goal.conversion_rate, formatRatio),
    },
    {
      id: 'revenue',
      header: t('goals.revenue'),
      numeric: true,
      // A goal without revenue shows nothing; a withheld or unavailable value shows its reason, as in every column.
      cell: (goal) =>
        goal.state === 'available' && goal.revenue === null
          ? '–'
          : value(goal, goal.revenue && Number(goal.revenue.amount), (amount) =>
              formatMoney(amount, goal.revenue?.currency),
            ),
    },
  ]
}

interface GoalNameProps {
  readonly goal: Goal
  readonly product: string
  readonly condition: string | undefined
}

function GoalName({ goal, product, condition }: GoalNameProps): ReactNode {
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <Link
          className="link inline-flex min-h-8 items-center font-medium"
          params={{ product }}
          search={(before) => ({
            ...keepReportSearch(before),
            filters: withFilter(keepReportSearch(before).filters, {
              dimension: 'goal',
              operator: 'is',
              values: [goal.name],
              scope: 'visit',
            }),
          })}
          title={t('goals.show_visitors')}
          to="/products/$product"
        >
          {goal.label ?? goal.name}
        </Link>
        <Badge>{t(goal.kind === 'pageview' ? 'goals.page' : 'goals.event')}</Badge>
      </span>
      {condition !== undefined && (
        <span className="wrap-anywhere block text-muted text-xs">{t('goals.counts', { what: condition })}</span>
      )}
    </>
  )
}

interface GoalChangeProps {
  readonly goal: Goal
  readonly compared: NonNullable<Goals['comparison']>
  readonly timezone: string
}

function GoalChange({ goal, compared, timezone }: GoalChangeProps): ReactNode {
  const { change = null, previous = null } = goal
  if (change === null || previous === null) return null
  const title = `${formatComparedRange(compared, timezone)}: ${formatCount(previous)}`
  return <Change change={change} metric="conversions" size="small" title={title} />
}

/** A number of a goal, or why it is not available. */
function value(goal: Goal, number: number | null, format: (value: number) => string): ReactNode {
  if (number !== null && goal.state === 'available') return format(number)
  const stateText = describeState(goal)
  return (
    <span className="text-muted" title={stateText?.why}>
      {stateText?.short ?? '–'}
    </span>
  )
}
