import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useContext } from 'react'
import { t } from '../messages/messages.ts'
import { buttonClasses } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader, TitleContext } from '../ui/page-header.tsx'

/** For an address without a page: of a product, of one that the account has no access to, or anywhere. */
export function NotFoundPage(): ReactNode {
  const { product } = useParams({ strict: false })
  const productName = useContext(TitleContext)
  const isKnown = product !== undefined && productName !== undefined
  return (
    <>
      <PageHeader hidden title={t('not_found.title')} />
      <EmptyState
        actions={
          <>
            {isKnown && (
              <Link className={buttonClasses('primary')} params={{ product }} to="/products/$product">
                {t('not_found.overview', { product: productName })}
              </Link>
            )}
            <Link className={buttonClasses(isKnown ? 'secondary' : 'primary')} to="/">
              {t('shell.all_products')}
            </Link>
          </>
        }
        title={t('not_found.title')}
      >
        {isKnown
          ? t('not_found.in_product', { product: productName })
          : product === undefined
            ? t('not_found.anywhere')
            : t('not_found.product')}
      </EmptyState>
    </>
  )
}
