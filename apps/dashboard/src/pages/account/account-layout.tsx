import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { ACCOUNT_PAGES } from '../../shell/account-pages.ts'
import { SIDE_LINK, SideNavigation } from '../../shell/side-navigation.tsx'
import { WaitingCount } from '../../shell/waiting-count.tsx'

/** Pages of the account, independent of products. */
export function AccountLayout(): ReactNode {
  return (
    <SideNavigation label={t('account.title')}>
      {ACCOUNT_PAGES.map(({ key, to }) => (
        <li key={to}>
          <Link {...SIDE_LINK} to={to}>
            {t(key)}
            {to === '/account/approvals' && <WaitingCount />}
          </Link>
        </li>
      ))}
    </SideNavigation>
  )
}
