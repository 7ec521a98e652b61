import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { productsQuery } from '../api/queries.ts'
import { AccountMenu } from './account-menu.tsx'
import { ProductSwitcher } from './product-switcher.tsx'
import { SectionNavigation } from './section-navigation.tsx'
import { ThemeMenu } from './theme-menu.tsx'

/** The brand, the current product with its sections, theme and account. */
export function TopBar(): ReactNode {
  const { product } = useParams({ strict: false })
  const { data: products = [] } = useQuery({ ...productsQuery, enabled: false })
  const current = products.find(({ id }) => id === product)
  return (
    <header className="border-b bg-surface">
      <div className="mx-auto flex w-full max-w-7xl items-center gap-1 px-3 pt-2 sm:gap-2 sm:px-6">
        <Link aria-label="Footfall, home" className="flex shrink-0 items-center gap-2 rounded-control p-1" to="/">
          <BrandMark />
          <span className="hidden font-semibold text-lg tracking-tight sm:inline">Footfall</span>
        </Link>
        <div className="flex min-w-0 flex-1 items-center">
          <ProductSwitcher current={current} products={products} />
        </div>
        <ThemeMenu />
        <AccountMenu />
      </div>
      {current === undefined ? <div className="h-2" /> : <SectionNavigation product={current} />}
    </header>
  )
}

/** For pages that need no session. */
export function BareBar(): ReactNode {
  return (
    <header className="border-b bg-surface">
      <div className="mx-auto flex w-full max-w-7xl items-center gap-2 px-3 py-2 sm:px-6">
        <BrandMark />
        <span className="font-semibold text-lg tracking-tight">Footfall</span>
      </div>
    </header>
  )
}

/** The brand icon, inline to save a request. */
export function BrandMark(): ReactNode {
  return (
    <svg aria-hidden="true" height="28" viewBox="0 0 32 32" width="28">
      <rect fill="#1c54d1" height="32" rx="8" width="32" />
      <g fill="#fff">
        <rect height="8" rx="1.5" width="4.5" x="7" y="17" />
        <rect height="13" rx="1.5" width="4.5" x="13.75" y="12" />
        <rect height="18" rx="1.5" width="4.5" x="20.5" y="7" />
      </g>
    </svg>
  )
}
