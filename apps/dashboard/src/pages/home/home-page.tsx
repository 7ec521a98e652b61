import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { productsQuery } from '../../api/queries.ts'
import type { Product } from '../../api/types.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { t } from '../../messages/messages.ts'
import { omitUndefined } from '../../statistics/search.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/spinner.tsx'
import { findProducts, orderProducts } from './order-products.ts'
import { ProductCard } from './product-card.tsx'
import { type HomeSearch, PRODUCT_ORDERS, SUMMARY_PERIODS } from './search.ts'
import { SumCard } from './sum-card.tsx'
import { summariesQuery } from './summaries-query.ts'

const route = getRouteApi('/')

/** Fewer products fit on a screen and need no search. */
const SEARCHED_FROM = 10

/** Every product of the account with its visitors. */
export function HomePage(): ReactNode {
  const { period = '7d', order = 'visitors', find = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: listed = [] } = useQuery(productsQuery)
  const summaries = useQuery(summariesQuery(period))
  const change = (fields: HomeSearch) =>
    void navigate({ search: (before) => omitUndefined({ ...before, ...fields }), replace: true, resetScroll: false })
  // Without their statistics, the products are still the way to their pages.
  const products = summaries.data ?? (summaries.isError ? listed : undefined)
  return (
    <div className="grid gap-4">
      <PageHeader
        actions={
          <Link className={buttonClasses()} to="/welcome">
            <Icon name="plus" />
            {t('shell.add_product')}
          </Link>
        }
        title={t('home.title')}
      />
      <div className="flex flex-wrap items-end gap-2">
        {listed.length >= SEARCHED_FROM && (
          <TextField
            autoComplete="off"
            className="w-full sm:w-64"
            label={t('home.find')}
            labelHidden
            onChange={(text) => change({ find: text === '' ? undefined : text })}
            placeholder={t('home.find')}
            type="search"
            value={find}
          />
        )}
        <SelectField
          label={t('home.period')}
          labelHidden
          onChange={(chosen) => change({ period: chosen === '7d' ? undefined : chosen })}
          options={SUMMARY_PERIODS.map((value) => ({ value, label: t(`home.period_${value}`) }))}
          small
          value={period}
        />
        <SelectField
          label={t('home.order')}
          labelHidden
          onChange={(chosen) => change({ order: chosen === 'visitors' ? undefined : chosen })}
          options={PRODUCT_ORDERS.map((value) => ({ value, label: t(`home.order_${value}`) }))}
          small
          value={order}
        />
      </div>
      {summaries.error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void summaries.refetch()} problem={summaries.error} />
      )}
      {listed.length > 1 && <SumCard period={period} />}
      {products === undefined ? (
        <Waiting count={listed.length} />
      ) : (
        <Products find={find} period={period} products={orderProducts(products, order)} />
      )}
    </div>
  )
}

interface ProductsProps {
  readonly products: readonly Product[]
  readonly period: NonNullable<HomeSearch['period']>
  readonly find: string
}

const GRID = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,22rem),1fr))] gap-4'

function Products({ products, period, find }: ProductsProps): ReactNode {
  const found = products.length < SEARCHED_FROM ? products : findProducts(products, find)
  if (found.length === 0) {
    return (
      <Card>
        <EmptyState title={t('home.not_found')}>{t('home.not_found_hint', { text: find })}</EmptyState>
      </Card>
    )
  }
  return (
    <ul aria-label={t('home.title')} className={GRID}>
      {found.map((product) => (
        <ProductCard key={product.id} period={period} product={product} />
      ))}
    </ul>
  )
}

/** As many cards as there will be, so that nothing moves. */
function Waiting({ count }: { readonly count: number }): ReactNode {
  return (
    <div aria-busy="true" className={GRID}>
      <span className="sr-only" role="status">
        {t('home.loading')}
      </span>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike
        <Skeleton className="h-40 rounded-card" key={at} />
      ))}
    </div>
  )
}
