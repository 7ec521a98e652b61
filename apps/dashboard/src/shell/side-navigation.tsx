import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCurrentLinkVisible } from './use-current-link-visible.ts'

/** Props of a link in a side navigation. */
export const SIDE_LINK = {
  activeProps: { className: 'bg-accent-ground text-accent' },
  className: 'flex min-h-10 items-center rounded-control px-2 font-medium whitespace-nowrap sm:px-3 md:py-1.5',
  inactiveProps: { className: 'text-muted hover:bg-raised hover:text-text' },
} as const

/** Links to related pages next to the current one; on a phone, in a scrolling row above it. */
export function SideNavigation({
  label,
  tabs,
  children,
}: {
  readonly label: string
  /** Links to the other pages of the same entry. */
  readonly tabs?: ReactNode
  /** List items, each with a link. */
  readonly children: ReactNode
}): ReactNode {
  const nav = useCurrentLinkVisible()
  return (
    <div className="mx-auto grid max-w-[70rem] gap-5 md:grid-cols-[minmax(11rem,max-content)_minmax(0,1fr)] md:gap-8">
      <nav aria-label={label} className="-mx-3 overflow-x-auto [scrollbar-width:none] px-3 md:mx-0 md:px-0" ref={nav}>
        <ul className="flex w-max gap-1 md:w-auto md:flex-col">{children}</ul>
      </nav>
      <div className="min-w-0 max-w-4xl">
        {tabs}
        <Outlet />
      </div>
    </div>
  )
}
