import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { SIDE_LINK, SideNavigation } from '../../shell/side-navigation.tsx'

const PAGES = [
  { label: t('account.profile'), to: '/account/profile' },
  { label: t('tokens.title'), to: '/account/tokens' },
  { label: t('account_apps.title'), to: '/account/apps' },
] as const

/** Pages of the account, independent of products. */
export function AccountLayout(): ReactNode {
  return (
    <SideNavigation label={t('account.title')}>
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
