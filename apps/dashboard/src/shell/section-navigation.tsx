import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product } from '../api/types.ts'
import { t } from '../messages/messages.ts'
import { keepReportSearch } from '../statistics/search.ts'
import { classes } from '../ui/classes.ts'
import { EXACT } from './exact-link.ts'
import { OTHER_SECTIONS, SIDEBAR, useCurrentPage } from './sections.ts'
import { useCurrentLinkVisible } from './use-current-link-visible.ts'

/** An entry is current on each of its pages, and not only on the one that it leads to. */
function linkProps(current: boolean) {
  return {
    activeOptions: EXACT,
    'aria-current': current ? ('page' as const) : undefined,
    className: classes(
      'flex min-h-11 items-center border-b-2 px-2.5 font-medium xl:min-h-9 xl:rounded-control xl:border-b-0 xl:px-3',
      current
        ? 'border-accent text-accent xl:bg-accent-ground'
        : 'border-transparent text-muted hover:text-text xl:hover:bg-raised',
    ),
  }
}

/** The sections of a product: a scrolling row below the header; on a wide screen, a rail next to the page. */
export function SectionNavigation({ product }: { readonly product: Product }): ReactNode {
  const nav = useCurrentLinkVisible()
  const here = useCurrentPage()
  const params = { product: product.id }
  return (
    <nav
      aria-label={t('shell.sections')}
      className="overflow-x-auto [scrollbar-width:none] border-b bg-surface px-1 sm:px-4 xl:sticky xl:top-[calc(3.5rem+1px)] xl:h-[calc(100dvh-3.5rem-1px)] xl:w-48 xl:overflow-y-auto xl:border-r xl:border-b-0 xl:px-3 xl:py-4"
      ref={nav}
    >
      <ul className="flex w-max xl:w-auto xl:flex-col xl:gap-0.5">
        {SIDEBAR.map(({ key, to, pages }) => (
          <li key={to}>
            <Link {...linkProps(pages.some((page) => page === here))} params={params} search={keepReportSearch} to={to}>
              {t(key)}
            </Link>
          </li>
        ))}
        {OTHER_SECTIONS.map(({ key, to }) => (
          <li className="xl:mt-3 xl:border-t xl:pt-3" key={to}>
            <Link {...linkProps(here.startsWith(to))} params={params} to={to}>
              {t(key)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
