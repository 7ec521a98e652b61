import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { productsQuery } from '../../api/queries.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { t } from '../../messages/messages.ts'
import { ChosenValue } from '../../statistics/controls/chosen-value.tsx'
import { type Dimension, dimensionLabel } from '../../statistics/dimensions.ts'
import { withFilter } from '../../statistics/filters.ts'
import { keyLabel } from '../../statistics/key-label.ts'
import { periodLabel } from '../../statistics/period-labels.ts'
import { ProductsCounted } from '../../statistics/products-counted.tsx'
import { omitUndefined } from '../../statistics/search.ts'
import { ValueIcon } from '../../statistics/value-icon.tsx'
import { SelectField } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/spinner.tsx'
import { Truncated } from '../../ui/truncated.tsx'
import { ProductChoice } from './product-choice.tsx'
import { askedOf, togetherQuery } from './queries.ts'
import { type SeveralSearch, SUMMED_METRICS, SUMMED_PERIODS } from './search.ts'
import { Totals } from './totals.tsx'
import { ValueTable } from './value-table.tsx'

const route = getRouteApi('/products')

/** What the products are compared by, in addition to the product itself. */
const PANELS = [
  { dimension: 'page', title: 'several.pages' },
  { dimension: 'source', title: 'several.sources' },
  { dimension: 'country', title: 'several.countries' },
  { dimension: 'device', title: 'several.devices' },
] as const

/** Several products together: their sums, each beside the others, and what their visitors have in common. */
export function SeveralPage(): ReactNode {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: products = [] } = useQuery(productsQuery)
  const together = useQuery(togetherQuery(askedOf(search)))
  const { metric = 'visitors', period = '30d', filters = [] } = search
  const change = (fields: { readonly [Name in keyof SeveralSearch]?: SeveralSearch[Name] | undefined }) =>
    void navigate({ search: (before) => omitUndefined({ ...before, ...fields }), resetScroll: false })
  const only = (dimension: Dimension, key: string) =>
    change({ filters: withFilter(filters, { dimension, operator: 'is', values: [key] }) })
  return (
    <div className="grid gap-4">
      <PageHeader
        actions={
          <div className="flex flex-wrap items-center gap-2">
            <ProductChoice
              chosen={search.products}
              onChoose={(chosen) => change({ products: chosen })}
              products={products}
            />
            <SelectField
              label={t('home.period')}
              labelHidden
              onChange={(chosen) => change({ period: chosen === '30d' ? undefined : chosen })}
              options={SUMMED_PERIODS.map((value) => ({ value, label: periodLabel(value) }))}
              small
              value={period}
            />
          </div>
        }
        description={t('several.description')}
        title={t('several.title')}
      />
      {filters.length > 0 && (
        <ul aria-label={t('palette.filters')} className="flex flex-wrap gap-1.5">
          {filters.flatMap((filter, at) =>
            'any' in filter
              ? []
              : [
                  <li key={JSON.stringify(filter)}>
                    <ChosenValue
                      label={dimensionLabel(filter.dimension)}
                      onRemove={() => change({ filters: filters.length === 1 ? undefined : filters.toSpliced(at, 1) })}
                      value={filter.values.map((value) => keyLabel(filter.dimension, value)).join(', ')}
                    />
                  </li>,
                ],
          )}
        </ul>
      )}
      {together.error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void together.refetch()} problem={together.error} />
      )}
      {together.data === undefined ? (
        !together.isError && <Skeleton className="h-96 rounded-card" />
      ) : (
        <>
          <Totals
            busy={together.isPlaceholderData}
            chosen={metric}
            meta={together.data.meta}
            onChoose={(chosen) => change({ metric: chosen === 'visitors' ? undefined : chosen })}
            report={together.data.report}
          />
          <ProductsCounted meta={together.data.meta} />
        </>
      )}
      <ValueTable
        dimension="product"
        metric={metric}
        metrics={SUMMED_METRICS}
        renderKey={({ key }, label) => (
          <Link className="link" params={{ product: key }} search={{ period }} to="/products/$product">
            {label}
          </Link>
        )}
        search={search}
        title={t('several.by_product')}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        {PANELS.map(({ dimension, title }) => (
          <ValueTable
            dimension={dimension}
            key={dimension}
            metric={metric}
            renderKey={({ key }, label) => (
              <span className="flex max-w-96 items-center gap-2">
                <ValueIcon dimension={dimension} value={key} />
                <button
                  className="link block min-h-6 min-w-0 flex-1 text-left"
                  onClick={() => only(dimension, key)}
                  title={t('breakdowns.only', { label })}
                  type="button"
                >
                  <Truncated text={label} />
                </button>
              </span>
            )}
            search={search}
            title={t(title)}
          />
        ))}
      </div>
    </div>
  )
}
