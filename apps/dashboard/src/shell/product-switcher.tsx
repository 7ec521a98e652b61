import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product } from '../api/types.ts'
import { t } from '../messages/messages.ts'
import { roleLabel } from '../product/role-labels.ts'
import { keepSearchAcrossProducts } from '../statistics/search.ts'
import { Icon } from '../ui/icons.tsx'
import { Popover } from '../ui/menu.tsx'
import { MENU_ITEM } from '../ui/popup-style.ts'
import { EXACT } from './exact-link.ts'
import { useSamePage } from './sections.ts'

interface ProductSwitcherProps {
  readonly products: readonly Product[]
  readonly current: Product | undefined
}

/** The current product, and the way to the same page of another one. */
export function ProductSwitcher({ products, current }: ProductSwitcherProps): ReactNode {
  const page = useSamePage()
  if (products.length === 0) return null
  return (
    <Popover
      button={
        <span className="truncate font-semibold">
          <span className="sr-only">{t('shell.product')} </span>
          {current?.name ?? t('shell.choose_product')}
        </span>
      }
    >
      {(close) => (
        <nav aria-label={t('shell.products')}>
          <ul>
            {products.map((product) => (
              <li key={product.id}>
                <Link
                  aria-current={product.id === current?.id || undefined}
                  className={MENU_ITEM}
                  onClick={close}
                  params={{ product: product.id }}
                  search={keepSearchAcrossProducts}
                  to={page}
                >
                  <span className="min-w-0 flex-1">{product.name}</span>
                  <span className="text-muted text-sm">{roleLabel(product.role)}</span>
                </Link>
              </li>
            ))}
          </ul>
          <div className="mt-1 border-t pt-1">
            <Link activeOptions={EXACT} className={MENU_ITEM} onClick={close} to="/">
              {t('shell.all_products')}
            </Link>
            {products.length > 1 && (
              <Link activeOptions={EXACT} className={MENU_ITEM} onClick={close} to="/products">
                {t('several.title')}
              </Link>
            )}
            <Link className={MENU_ITEM} onClick={close} to="/welcome">
              <Icon name="plus" />
              {t('shell.add_product')}
            </Link>
          </div>
        </nav>
      )}
    </Popover>
  )
}
