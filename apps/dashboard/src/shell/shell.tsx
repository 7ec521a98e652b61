import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useMatches, useParams, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { productsQuery } from '../api/queries.ts'
import { t } from '../messages/messages.ts'
import { useReauthentication } from '../session/reauthentication.ts'
import { signInPath, useSessionEnded } from '../session/session-end.ts'
import { keepReportSearch } from '../statistics/search.ts'
import { buttonClasses } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Notice } from '../ui/notice.tsx'
import { HeaderSlot, TitleContext } from '../ui/page-header.tsx'
import { Toasts } from '../ui/toast.tsx'
import { PageTabs, TAB_LINK } from './page-tabs.tsx'
import { SectionNavigation } from './section-navigation.tsx'
import { HEALTH_SECTIONS, useCurrentPage } from './sections.ts'
import { BareBar, TopBar } from './top-bar.tsx'

const ReauthenticationDialog = lazy(() =>
  import('./reauthentication-dialog.tsx').then(({ ReauthenticationDialog }) => ({ default: ReauthenticationDialog })),
)

/** The frame of every page. */
export function Shell(): ReactNode {
  const main = useRef<HTMLElement>(null)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useFocusOnNewPage(main)
  const bare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.bare === true) })
  const { product } = useParams({ strict: false })
  const { data: products = [] } = useQuery({ ...productsQuery, enabled: false })
  const current = bare ? undefined : products.find(({ id }) => id === product)
  return (
    <>
      <a
        className="absolute -top-24 left-3 z-50 rounded-control bg-accent px-4 py-2 font-semibold text-on-accent focus:top-3"
        href="#main"
      >
        {t('shell.skip')}
      </a>
      {bare ? <BareBar /> : <TopBar current={current} onSlot={setSlot} products={products} />}
      <div className={classes(current !== undefined && 'xl:grid xl:grid-cols-[12rem_minmax(0,1fr)]')}>
        {current !== undefined && <SectionNavigation product={current} />}
        <div className="min-w-0">
          <SessionBanner />
          <main
            className="mx-auto w-full max-w-7xl px-3 pt-5 pb-16 sm:px-6 2xl:max-w-[110rem]"
            id="main"
            ref={main}
            tabIndex={-1}
          >
            <TitleContext value={current?.name}>
              <HeaderSlot value={slot}>
                {current !== undefined && <HealthTabs product={current.id} />}
                <Outlet />
              </HeaderSlot>
            </TitleContext>
          </main>
        </div>
      </div>
      <Reauthentication />
      <Toasts />
    </>
  )
}

/** The dialog comes with the first question. */
function Reauthentication(): ReactNode {
  if (useReauthentication() === undefined) return null
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog />
    </Suspense>
  )
}

/** Speed, errors and crawlers are the tabs of one entry. */
function HealthTabs({ product }: { readonly product: string }): ReactNode {
  const here = useCurrentPage()
  if (!HEALTH_SECTIONS.some(({ to }) => to === here)) return null
  return (
    <PageTabs label={t('sections.health')}>
      {HEALTH_SECTIONS.map(({ key, to }) => (
        <li key={to}>
          <Link {...TAB_LINK} params={{ product }} search={keepReportSearch} to={to}>
            {t(key)}
          </Link>
        </li>
      ))}
    </PageTabs>
  )
}

function SessionBanner(): ReactNode {
  if (!useSessionEnded()) return null
  return (
    <div className="mx-auto w-full max-w-7xl px-3 pt-4 sm:px-6 2xl:max-w-[110rem]">
      <Notice
        actions={
          <a className={buttonClasses('primary', 'small')} href={signInPath()} rel="noopener" target="_blank">
            {t('shell.sign_in')}
            <span className="sr-only"> {t('shell.new_tab')}</span>
          </a>
        }
        title={t('shell.session_ended')}
        tone="danger"
      >
        {t('shell.session_ended_hint')}
      </Notice>
    </div>
  )
}
/**
 * Moves the focus to the heading of a new page. A change of search parameters keeps the focus, and so does a dialog that
 * was opened while the page was loading.
 */
function useFocusOnNewPage(main: { readonly current: HTMLElement | null }): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(path)
  useEffect(() => {
    const dialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') ?? null
    if (before.current !== undefined && path !== before.current && dialog === null) {
      const heading = main.current?.querySelector<HTMLElement>('h1[tabindex]')
      ;(heading ?? main.current)?.focus({ preventScroll: true })
    }
    before.current = path
  }, [path, main])
}
