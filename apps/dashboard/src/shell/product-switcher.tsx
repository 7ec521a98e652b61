import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product } from '../api/types.ts'
import { Icon } from '../ui/icons.tsx'
import { Popover } from '../ui/menu.tsx'
import { MENU_ITEM } from '../ui/popup-style.ts'

interface ProductSwitcherProps {
  readonly products: readonly Product[]
  readonly current: Product | undefined
}

export function ProductSwitcher({ products, current }: ProductSwitcherProps): ReactNode {
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
                  to="/products/$product"
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
