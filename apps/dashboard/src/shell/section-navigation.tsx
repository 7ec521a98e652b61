import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Product } from '../api/types.ts'
import { keepSpan } from '../statistics/search.ts'

/** What there is about one product. A new section is one more line; those of `SPANNED` take the span of days along. */
const SPANNED = [
  { label: 'Overview', to: '/products/$product' },
  { label: 'Realtime', to: '/products/$product/realtime' },
  { label: 'Funnels', to: '/products/$product/funnels' },
  { label: 'Goals', to: '/products/$product/goals' },
  { label: 'Search', to: '/products/$product/search' },
  { label: 'Crawlers', to: '/products/$product/crawlers' },
] as const
const OTHERS = [
  { label: 'Team', to: '/products/$product/team' },
  { label: 'Settings', to: '/products/$product/settings' },
] as const

/** How much of the section before stays in sight, to show that there is one. */
const EDGE = 48

const LOOK = {
  className: 'flex min-h-11 items-center border-b-2 px-2.5 font-medium',
  activeProps: { className: 'border-accent text-accent' },
  inactiveProps: { className: 'border-transparent text-muted hover:text-text' },
} as const

export function SectionNavigation({ product }: { readonly product: Product }): ReactNode {
  const nav = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  // On a narrow screen the sections scroll sideways; the one at hand must not hide at the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says which link is the current one
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]')
    // Not `scrollIntoView`: after it, the first Tab would begin here and miss the link that skips all this.
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.offsetLeft - EDGE
  }, [path])
  return (
    <nav aria-label="Sections" ref={nav} className="mx-auto w-full max-w-7xl overflow-x-auto px-1 sm:px-4">
      <ul className="flex w-max">
        {SPANNED.map(({ label, to }) => (
          <li key={label}>
            <Link
              activeOptions={{ exact: true, includeSearch: false }}
              {...LOOK}
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
            <Link {...LOOK} params={{ product: product.id }} to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
