import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { Change } from '../../statistics/change.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { formatCount } from '../../statistics/format.ts'
import type { SummaryPeriod } from './search.ts'
import { Sparkline } from './sparkline.tsx'

interface ProductCardProps {
  readonly product: Product
  readonly period: SummaryPeriod
}

/** A product with its visitors; all of it leads to the overview of the same days. */
export function ProductCard({ product, period }: ProductCardProps): ReactNode {
  const { summary } = product
  return (
    <li className="min-w-0">
      <Link
        className="grid h-full content-between gap-3 rounded-card border bg-surface px-5 pt-4 pb-3 hover:border-field-line"
        params={{ product: product.id }}
        search={{ period }}
        to="/products/$product"
      >
        <div className="flex min-w-0 items-center justify-between gap-3">
          <h2 className="min-w-0 truncate font-semibold text-base" title={product.name}>
            {product.name}
          </h2>
          {summary !== undefined && <Live visitors={summary.active_visitors} />}
        </div>
        {summary !== undefined && <Visitors summary={summary} />}
        {summary?.state === 'available' && <Sparkline values={summary.series} />}
      </Link>
    </li>
  )
}

type Summary = NonNullable<Product['summary']>

function Visitors({ summary }: { readonly summary: Summary }): ReactNode {
  const stateText = describeState(summary)
  if (stateText !== undefined || summary.visitors === null) {
    // Without any event, it is not known whether anybody is there.
    const isUnused = summary.reason === 'no_data_collected' && summary.active_visitors === null
    return (
      <p className="min-h-24 text-muted text-sm">
        {isUnused ? t('home.no_visitors') : stateText?.why}
        {isUnused && <span className="mt-1 block font-medium text-accent">{t('home.install')}</span>}
      </p>
    )
  }
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span>
        <strong className="font-semibold text-2xl tracking-tight tabular-nums" data-visitors={summary.visitors}>
          {formatCount(summary.visitors)}
        </strong>{' '}
        <span className="text-muted text-sm">{t('home.visitors', { count: summary.visitors })}</span>
      </span>
      {summary.change !== null && summary.previous !== null && (
        <Change
          change={summary.change}
          metric="visitors"
          title={t('home.previous', { count: summary.previous, days: summary.series.length })}
        />
      )}
    </span>
  )
}

/** Current visitors; nothing if there are none. */
function Live({ visitors }: { readonly visitors: number | null }): ReactNode {
  if (visitors === null || visitors === 0) return null
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-sm" data-live={visitors}>
      <span aria-hidden="true" className="size-2 rounded-full bg-good" />
      <span className="text-muted">{t('home.live', { count: visitors })}</span>
    </span>
  )
}
