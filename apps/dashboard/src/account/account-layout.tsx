import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'

const PAGES = [
  { label: 'Profile', to: '/account/profile' },
  { label: 'API / MCP', to: '/account/tokens' },
  { label: 'Connected apps', to: '/account/apps' },
] as const

/** What belongs to the person, whatever the product. */
export function AccountLayout(): ReactNode {
  return (
    <div className="grid gap-5 md:grid-cols-[11rem_minmax(0,1fr)] md:gap-8">
      <nav aria-label="Account" className="-mx-3 overflow-x-auto px-3 md:mx-0 md:px-0">
        <ul className="flex w-max gap-1 md:w-auto md:flex-col">
          {PAGES.map(({ label, to }) => (
            <li key={to}>
              <Link
                activeProps={{ className: 'bg-accent-ground text-accent' }}
                className="flex min-h-10 items-center rounded-control px-2 font-medium whitespace-nowrap sm:px-3"
                inactiveProps={{ className: 'text-muted hover:bg-raised hover:text-text' }}
                to={to}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 max-w-4xl">
        <Outlet />
      </div>
    </div>
  )
}
