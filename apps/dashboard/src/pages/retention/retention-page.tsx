import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ReportMeta, Retention } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { useHasRole } from '../../product/use-product.ts'
import { OverviewLink } from '../../statistics/ask-further.tsx'
import { addDays, earliest } from '../../statistics/date-range.ts'
import { describeState } from '../../statistics/describe-state.ts'
import { formatCount, formatDay, formatRatio } from '../../statistics/format.ts'
import { retentionQuery } from '../../statistics/queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { useReportState } from '../../statistics/use-report-state.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Example } from '../../ui/example.tsx'
import { NO_VALUE } from '../../ui/no-value.ts'
import { type Cohort, exampleCohorts } from './example-cohorts.ts'

/** How many visitors came back, by the week in which they were first there. */
export function RetentionPage(): ReactNode {
  const state = useReportState()
  const report = useQuery(retentionQuery(state.product, state.query))
  return (
    <ReportPage
      description={t('retention.description')}
      metaOf={metaOf}
      query={report}
      state={state}
      title={t('retention.title')}
    >
      {({ data, meta }) => (
        <Card busy={report.isPlaceholderData} flush>
          <Content product={state.product} report={data} today={meta.today} />
        </Card>
      )}
    </ReportPage>
  )
}

interface ContentProps {
  readonly product: string
  readonly report: Retention
  readonly today: string
}

function Content({ product, report, today }: ContentProps): ReactNode {
  const canIdentify = useHasRole('admin') && report.reason === 'identity_off'
  const stateText = describeState(report)
  if (stateText !== undefined) {
    return (
      <>
        <EmptyState actions={canIdentify && <ToSetting product={product} />} title={stateText.title ?? stateText.short}>
          {stateText.why}
        </EmptyState>
        {report.reason === 'identity_off' && <ExampleOfCohorts />}
      </>
    )
  }
  if (report.cohorts.length === 0) {
    return (
      <>
        <EmptyState title={t('retention.none')} />
        <ExampleOfCohorts />
      </>
    )
  }
  return (
    <Cohorts
      cohorts={report.cohorts}
      weekOf={({ week, weeks }) => (
        <OverviewLink
          also={COUNTED_IN_FIRST_WEEK}
          condition={{ dimension: 'first_seen_week', operator: 'is', values: [week] }}
          days={{ from: week, to: earliest(addDays(week, weeks.length * 7 - 1), today) }}
          label={formatDay(week)}
          product={product}
        />
      )}
    />
  )
}

/** As the table counts them: a visitor whose first visits are left out as suspected automation is in no cohort. */
const COUNTED_IN_FIRST_WEEK = {
  dimension: 'weeks_since_first',
  operator: 'is',
  values: ['0'],
  scope: 'visitor',
} as const

function ExampleOfCohorts(): ReactNode {
  const [cohorts] = useState(() => exampleCohorts(new Date()))
  return (
    <Example>
      {/* What a phone has no room for fades, since nothing scrolls an example. */}
      <div className="max-sm:mask-r-from-70%">
        <Cohorts cohorts={cohorts} weekOf={({ week }) => formatDay(week)} />
      </div>
    </Example>
  )
}

/** Where an admin turns identified visitors on. */
function ToSetting({ product }: { readonly product: string }): ReactNode {
  return (
    <Link className={buttonClasses()} params={{ product }} to="/products/$product/settings/general">
      {t('retention.to_setting')}
    </Link>
  )
}

/** Without the hint that anonymous visitors are not counted, which the description says. */
function metaOf({ meta }: { readonly meta: ReportMeta }): ReportMeta {
  return { ...meta, hints: (meta.hints ?? []).filter(({ code }) => code !== 'identified_visitors_only') }
}

interface CohortsProps {
  readonly cohorts: readonly Cohort[]
  readonly weekOf: (cohort: Cohort) => ReactNode
}

function Cohorts({ cohorts, weekOf }: CohortsProps): ReactNode {
  const longest = Math.max(...cohorts.map((cohort) => cohort.weeks.length))
  const weeks = Array.from({ length: longest }, (_, week) => week)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section aria-label={t('retention.title')} className="relative overflow-x-auto rounded-card p-3" tabIndex={0}>
      <table className="border-separate border-spacing-0.5 text-sm tabular-nums">
        <caption className="sr-only">{t('retention.caption')}</caption>
        <thead>
          <tr className="text-muted">
            <th className="px-2 py-1 text-left font-medium" scope="col">
              {t('retention.first_week')}
            </th>
            <th className="whitespace-nowrap px-2 py-1 text-right font-medium" scope="col">
              {t('retention.visitors')}
            </th>
            {weeks.map((week) => (
              <th
                className="w-16 min-w-16 whitespace-nowrap px-1 py-1 text-center font-medium text-xs"
                key={week}
                scope="col"
              >
                {t('retention.week', { week })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <tr key={cohort.week}>
              <th className="whitespace-nowrap px-2 py-1 text-left font-normal" scope="row">
                {weekOf(cohort)}
              </th>
              <td className="whitespace-nowrap px-2 py-1 text-right">
                {cohort.visitors === null ? t('retention.withheld') : formatCount(cohort.visitors)}
              </td>
              {cohort.weeks.map((week) => (
                <WeekCell key={week.week} week={week} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Of the accent behind a share of 100%: with more, the text could not be read in the dark theme. */
const FILL_MAX = 0.44

function WeekCell({ week }: { readonly week: Cohort['weeks'][number] }): ReactNode {
  const { share, visitors, complete, state } = week
  const short = describeState({ state, reason: null })?.short ?? NO_VALUE
  const title = visitors === null ? short : t('retention.cell', { count: visitors })
  const running = complete ? '' : ` ${t('retention.running')}`
  return (
    <td className="relative whitespace-nowrap rounded-xs bg-raised px-1 py-1 text-center" title={`${title}${running}`}>
      {share !== null && (
        <span
          aria-hidden="true"
          className="absolute inset-0 rounded-xs bg-accent"
          style={{ opacity: share * FILL_MAX }}
        />
      )}
      <span className="relative">
        {share === null ? <span className="text-muted">{short}</span> : formatRatio(share)}
        {!complete && <span aria-hidden="true">…</span>}
        {!complete && <span className="sr-only">{running}</span>}
      </span>
    </td>
  )
}
