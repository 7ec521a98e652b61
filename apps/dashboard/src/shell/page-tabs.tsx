import type { ReactNode } from 'react'
import { EXACT } from './exact-link.ts'

/** Props of a link among the tabs of pages. */
export const TAB_LINK = {
  activeOptions: EXACT,
  activeProps: { className: 'border-accent text-accent' },
  className: 'flex min-h-10 items-center border-b-2 px-2.5 font-medium',
  inactiveProps: { className: 'border-transparent text-muted hover:text-text' },
} as const

interface PageTabsProps {
  readonly label: string
  /** List items, each with a link. */
  readonly children: ReactNode
}

/** Links to the pages of one entry of a navigation. */
export function PageTabs({ label, children }: PageTabsProps): ReactNode {
  return (
    <nav aria-label={label} className="mb-4 border-b">
      <ul className="-mb-px flex flex-wrap gap-x-1">{children}</ul>
    </nav>
  )
}
