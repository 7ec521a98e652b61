import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { signInPath, useSessionEnded } from '../session/session-end.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Toasts } from '../ui/toast.tsx'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'
import { BareBar, TopBar } from './top-bar.tsx'

/** The frame of every page. */
export function Shell(): ReactNode {
  const main = useRef<HTMLElement>(null)
  useFocusOnNewPage(main)
  const bare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.bare === true) })
  return (
    <>
      <a
        className="absolute -top-24 left-3 z-50 rounded-control bg-accent px-4 py-2 font-semibold text-on-accent focus:top-3"
        href="#main"
      >
        Skip to content
      </a>
      {bare ? <BareBar /> : <TopBar />}
      <SessionBanner />
      <main className="mx-auto w-full max-w-7xl px-3 pt-5 pb-16 sm:px-6" id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <ReauthenticationDialog />
      <Toasts />
    </>
  )
}

function SessionBanner(): ReactNode {
  if (!useSessionEnded()) return null
  return (
    <div className="mx-auto w-full max-w-7xl px-3 pt-4 sm:px-6">
      <Notice
        actions={
          <a className={buttonClasses('primary', 'small')} href={signInPath()} rel="noopener" target="_blank">
            Sign in<span className="sr-only"> (opens a new tab)</span>
          </a>
        }
        title="Your session has ended"
        tone="danger"
      >
        Your input is still here. Sign in in a new tab, then return and save.
      </Notice>
    </div>
  )
}

/** Moves the focus to the heading of a new page. A change of search parameters keeps the focus. */
function useFocusOnNewPage(main: { readonly current: HTMLElement | null }): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(path)
  useEffect(() => {
    if (before.current !== undefined && path !== before.current) {
      const heading = main.current?.querySelector<HTMLElement>('h1[tabindex]')
      ;(heading ?? main.current)?.focus({ preventScroll: true })
    }
    before.current = path
  }, [path, main])
}
