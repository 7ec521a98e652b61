import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { productsQuery } from '../api/queries.ts'
import { t } from '../messages/messages.ts'
import { buttonClasses } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PendingPage } from './pending-page.tsx'

/** For an address without a page: of a product, of one that the account has no access to, or anywhere. */
export function NotFoundPage(): ReactNode {
  const { product: id } = useParams({ strict: false })
  // Loaded here, since no route matched and no loader ran. The product of the address may exist.
  const { data: products, isLoading } = useQuery({ ...productsQuery, enabled: id !== undefined })
  const product = products?.find((one) => one.id === id)
  if (isLoading) return <PendingPage />
  return (
    <>
      <PageHeader hidden title={t('not_found.title')} />
      <EmptyState
        actions={
          <>
            {product !== undefined && (
              <Link className={buttonClasses('primary')} params={{ product: product.id }} to="/products/$product">
                {t('not_found.overview', { product: product.name })}
              </Link>
            )}
            <Link className={buttonClasses(product === undefined ? 'primary' : 'secondary')} to="/">
              {t('shell.all_products')}
            </Link>
          </>
        }
        title={t('not_found.title')}
      >
        {product !== undefined
          ? t('not_found.in_product', { product: product.name })
          : id === undefined
            ? t('not_found.anywhere')
            : t('not_found.product')}
      </EmptyState>
    </>
  )
}
