import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SIDE_LINK, SideNavigation } from '../../shell/side-navigation.tsx'

const PAGES = [
  { label: 'Profile', to: '/account/profile' },
  { label: 'API / MCP', to: '/account/tokens' },
  { label: 'Connected apps', to: '/account/apps' },
] as const

/** Pages of the account, independent of products. */
export function AccountLayout(): ReactNode {
  return (
    <SideNavigation label="Account">
      {PAGES.map(({ label, to }) => (
        <li key={to}>
          <Link {...SIDE_LINK} to={to}>
            {label}
          </Link>
        </li>
      ))}
    </SideNavigation>
  )
}
