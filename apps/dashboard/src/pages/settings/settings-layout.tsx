import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { useProduct } from '../../product/use-product.ts'
import { PageTabs, TAB_LINK } from '../../shell/page-tabs.tsx'
import { useCurrentPage } from '../../shell/sections.ts'
import { settingsGroups } from '../../shell/settings-pages.ts'
import { SIDE_LINK, SideNavigation } from '../../shell/side-navigation.tsx'
import { classes } from '../../ui/classes.ts'

const addressOf = (page: string) => `/products/$product/settings/${page}`

/** The settings: entries at the side, and the pages of each as tabs. */
export function SettingsLayout(): ReactNode {
  const { id: product, role } = useProduct()
  const here = useCurrentPage()
  const groups = settingsGroups(role)
  const current = groups.find(({ pages }) => pages.some(({ page }) => addressOf(page) === here))
  return (
    <SideNavigation
      label={t('settings.title')}
      tabs={
        current !== undefined &&
        current.pages.length > 1 && (
          <PageTabs label={current.label}>
            {current.pages.map(({ label, page }) => (
              <li key={page}>
                <Link {...TAB_LINK} params={{ product }} to={`/products/$product/settings/${page}`}>
                  {label}
                </Link>
              </li>
            ))}
          </PageTabs>
        )
      }
    >
      {groups.map(({ label, pages: [first] }) => (
        <li key={label}>
          {first !== undefined && (
            <Link
              activeProps={{}}
              aria-current={label === current?.label ? 'page' : undefined}
              className={classes(
                SIDE_LINK.className,
                label === current?.label ? SIDE_LINK.activeProps.className : SIDE_LINK.inactiveProps.className,
              )}
              params={{ product }}
              to={`/products/$product/settings/${first.page}`}
            >
              {label}
            </Link>
          )}
        </li>
      ))}
    </SideNavigation>
  )
}
