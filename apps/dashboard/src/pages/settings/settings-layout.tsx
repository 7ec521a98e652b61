import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { roleIsAtLeast } from '../../product/role.ts'
import { useProduct } from '../../product/use-product.ts'
import { SETTINGS_PAGES } from '../../shell/settings-pages.ts'
import { SIDE_LINK, SideNavigation } from '../../shell/side-navigation.tsx'

export function SettingsLayout(): ReactNode {
  const product = useProduct()
  return (
    <SideNavigation label={t('settings.title')}>
      {SETTINGS_PAGES.filter(({ role }) => roleIsAtLeast(product.role, role)).map(({ label, page }) => (
        <li key={page}>
          <Link {...SIDE_LINK} params={{ product: product.id }} to={`/products/$product/settings/${page}`}>
            {label}
          </Link>
        </li>
      ))}
    </SideNavigation>
  )
}
