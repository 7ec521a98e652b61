import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { type SharedView, useSharedView } from '../session/shared-view.ts'
import { EXACT } from '../shell/exact-link.ts'
import { REPORT_SECTIONS } from '../shell/sections.ts'
import { BrandMark } from '../shell/top-bar.tsx'
import { useCurrentLinkVisible } from '../shell/use-current-link-visible.ts'
import { keepReportSearch } from '../statistics/search.ts'
import { TitleContext } from '../ui/page-header.tsx'
import { Toasts } from '../ui/toast.tsx'

type Section = SharedView['sections'][number]

/** The section that each page of the dashboard is part of; undefined for pages that no link shows. */
const SECTION_OF: Readonly<Record<(typeof REPORT_SECTIONS)[number]['to'], Section | undefined>> = {
  '/products/$product': 'overview',
  '/products/$product/realtime': 'realtime',
  '/products/$product/journeys': 'overview',
  '/products/$product/retention': undefined,
  '/products/$product/funnels': 'funnels',
  '/products/$product/goals': 'goals',
  '/products/$product/search': 'search',
  '/products/$product/vitals': undefined,
  '/products/$product/errors': undefined,
  '/products/$product/crawlers': 'crawlers',
}

/** The frame of every page of a shared link. */
export function SharedShell(): ReactNode {
  const view = useSharedView()
  if (view === undefined) throw new TypeError('The page belongs to no shared link.')
  const shown = REPORT_SECTIONS.filter(({ to }) => view.sections.some((section) => section === SECTION_OF[to]))
  return (
    <>
      <a
        className="absolute -top-24 left-3 z-50 rounded-control bg-accent px-4 py-2 font-semibold text-on-accent focus:top-3"
        href="#main"
      >
        {t('shell.skip')}
      </a>
      {(!view.embedded || shown.length > 1) && <SharedBar shown={shown} view={view} />}
      <main className="mx-auto w-full max-w-7xl px-3 pt-5 pb-10 sm:px-6" id="main" tabIndex={-1}>
        <TitleContext value={view.product.name}>
          <OnlyShown shown={shown} view={view} />
        </TitleContext>
      </main>
      <footer className="mx-auto w-full max-w-7xl px-3 pb-6 text-muted text-sm sm:px-6">{t('share.powered_by')}</footer>
      <Toasts />
    </>
  )
}

/** The address of a section that the link does not show leads to the first one that it does. */
function OnlyShown({ view, shown }: SharedBarProps): ReactNode {
  const { pathname } = useLocation()
  const isHere = shown.some(({ to }) => to.replace('$product', view.product.id) === pathname.replace(/\/$/, ''))
  const [first] = shown
  if (isHere || first === undefined) return <Outlet />
  return <Navigate params={{ product: view.product.id }} replace search={keepReportSearch} to={first.to} />
}

interface SharedBarProps {
  readonly view: SharedView
  readonly shown: readonly (typeof REPORT_SECTIONS)[number][]
}

function SharedBar({ view, shown }: SharedBarProps): ReactNode {
  const nav = useCurrentLinkVisible()
  return (
    <header className="border-b bg-surface">
      <div className="mx-auto flex w-full max-w-7xl items-center gap-2 px-3 pt-2 sm:px-6">
        {!view.embedded && <BrandMark />}
        <span className="min-w-0 truncate py-1 font-semibold text-lg tracking-tight">{view.product.name}</span>
      </div>
      <nav aria-label={t('shell.sections')} className="mx-auto w-full max-w-7xl overflow-x-auto px-1 sm:px-4" ref={nav}>
        <ul className="flex w-max">
          {shown.map(({ key, to }) => (
            <li key={to}>
              <Link
                activeOptions={EXACT}
                activeProps={{ className: 'border-accent text-accent' }}
                className="flex min-h-11 items-center border-b-2 px-2.5 font-medium"
                inactiveProps={{ className: 'border-transparent text-muted hover:text-text' }}
                params={{ product: view.product.id }}
                search={keepReportSearch}
                to={to}
              >
                {t(key)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}
