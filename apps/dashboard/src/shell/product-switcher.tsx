import { Link, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product } from '../api/types.ts'
import { keepSpan, type SpanSearch } from '../statistics/search.ts'
import { Icon } from '../ui/icons.tsx'
import { Popover } from '../ui/menu.tsx'
import { MENU_ITEM } from '../ui/popup-style.ts'
import { SPANNED } from './section-navigation.tsx'

interface ProductSwitcherProps {
  readonly products: readonly Product[]
  readonly current: Product | undefined
}

export function ProductSwitcher({ products, current }: ProductSwitcherProps): ReactNode {
  const section = useSection()
  if (products.length === 0) return null
  return (
    <Popover
      button={
        <span className="truncate font-semibold">
          <span className="sr-only">Product: </span>
          {current?.name ?? 'Choose a product'}
        </span>
      }
    >
      {(close) => (
        <nav aria-label="Products">
          <ul>
            {products.map((product) => (
              <li key={product.id}>
                <Link
                  aria-current={product.id === current?.id || undefined}
                  className={MENU_ITEM}
                  onClick={close}
                  params={{ product: product.id }}
                  search={spanWithoutFilters}
                  to={section}
                >
                  <span className="min-w-0 flex-1">{product.name}</span>
                  <span className="text-muted text-sm">{product.role}</span>
                </Link>
              </li>
            ))}
          </ul>
          <Link className={`${MENU_ITEM} mt-1 border-t pt-2.5`} onClick={close} to="/welcome">
            <Icon name="plus" />
            Add product
          </Link>
        </nav>
      )}
    </Popover>
  )
}

/** The section of the page, where other products have it, too. */
function useSection(): (typeof SPANNED)[number]['to'] {
  const paths = useMatches({ select: (matches) => matches.map(({ fullPath }) => fullPath.replace(/(.)\/$/, '$1')) })
  return SPANNED.findLast(({ to }) => paths.includes(to))?.to ?? '/products/$product'
}

/** Filters have values of one product. */
function spanWithoutFilters(search: Readonly<Record<string, unknown>>): SpanSearch {
  return { ...keepSpan(search), filters: undefined }
}
