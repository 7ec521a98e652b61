import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product } from '../api/types.ts'
import { keepSpan } from '../statistics/search.ts'
import { useCurrentLinkVisible } from './use-current-link-visible.ts'

/** Sections of a product. Links of `SPANNED` keep the span of days. */
export const SPANNED = [
  { label: 'Overview', to: '/products/$product' },
  { label: 'Realtime', to: '/products/$product/realtime' },
  { label: 'Journeys', to: '/products/$product/journeys' },
  { label: 'Funnels', to: '/products/$product/funnels' },
  { label: 'Goals', to: '/products/$product/goals' },
  { label: 'Search', to: '/products/$product/search' },
  { label: 'Crawlers', to: '/products/$product/crawlers' },
] as const
const OTHERS = [
  { label: 'Team', to: '/products/$product/team' },
  { label: 'Settings', to: '/products/$product/settings' },
] as const

const LINK_PROPS = {
  className: 'flex min-h-11 items-center border-b-2 px-2.5 font-medium',
  activeProps: { className: 'border-accent text-accent' },
  inactiveProps: { className: 'border-transparent text-muted hover:text-text' },
} as const

export function SectionNavigation({ product }: { readonly product: Product }): ReactNode {
  const nav = useCurrentLinkVisible()
  return (
    <nav aria-label="Sections" ref={nav} className="mx-auto w-full max-w-7xl overflow-x-auto px-1 sm:px-4">
      <ul className="flex w-max">
        {SPANNED.map(({ label, to }) => (
          <li key={label}>
            <Link
              activeOptions={{ exact: true, includeSearch: false }}
              {...LINK_PROPS}
              params={{ product: product.id }}
              search={keepSpan}
              to={to}
            >
              {label}
            </Link>
          </li>
        ))}
        {OTHERS.map(({ label, to }) => (
          <li key={label}>
            <Link {...LINK_PROPS} params={{ product: product.id }} to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
