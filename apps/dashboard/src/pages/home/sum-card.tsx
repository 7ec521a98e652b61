import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { Change } from '../../statistics/change.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { formatCount } from '../../statistics/format.ts'
import { ProductsCounted, productsMissing } from '../../statistics/products-counted.tsx'
import { buttonClasses } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/spinner.tsx'
import type { SummaryPeriod } from './search.ts'
import { Sparkline } from './sparkline.tsx'
import { sumQuery } from './sum-query.ts'

/** The visitors of all products together. Visitors of different products are different people, so they add up. */
export function SumCard({ period }: { readonly period: SummaryPeriod }): ReactNode {
  const sum = useQuery(sumQuery(period))
  if (sum.isError) return null
  if (sum.data === undefined) return <Skeleton className="h-40 rounded-card" />
  const { report, meta } = sum.data
  const { value, comparison, series = [] } = report
  const stateText = describeState(report)
  const days = series.map((point) => point.value)
  return (
    <section
      aria-label={t('home.sum')}
      className="grid min-h-40 content-between gap-3 rounded-card border bg-surface px-5 pt-4 pb-3"
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="font-semibold text-base">{t('home.sum')}</h2>
        <Link className={buttonClasses('quiet', 'small', 'right')} search={{ period }} to="/products">
          {t('several.compare')}
        </Link>
      </span>
      {stateText !== undefined || value === null ? (
        <p className="text-muted text-sm">{[stateText?.why, ...productsMissing(meta)].join(' ')}</p>
      ) : (
        <>
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              <strong className="font-semibold text-2xl tracking-tight tabular-nums" data-sum={value}>
                {formatCount(value)}
              </strong>{' '}
              <span className="text-muted text-sm">{t('home.visitors', { count: value })}</span>
            </span>
            {comparison?.value != null && comparison.change !== null && (
              <Change
                change={comparison.change}
                metric="visitors"
                title={t('home.previous', { count: comparison.value, days: days.length })}
              />
            )}
          </span>
          <Sparkline values={days} />
        </>
      )}
      <ProductsCounted meta={meta} />
    </section>
  )
}
