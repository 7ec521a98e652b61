import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accountQuery, approvalsQuery } from '../api/queries.ts'
import { t } from '../messages/messages.ts'
import { Icon } from '../ui/icons.tsx'
import { Popover } from '../ui/menu.tsx'
import { MENU_ITEM } from '../ui/popup-style.ts'
import { Skeleton } from '../ui/spinner.tsx'
import { ACCOUNT_PAGES } from './account-pages.ts'
import { ThemeField } from './theme-field.tsx'
import { useInteraction } from './use-interaction.ts'
import { WaitingCount } from './waiting-count.tsx'

/** More is too wide for the icon. */
const SHOWN_MAX = 9

/** The signed-in account, its pages, and signing out. */
export function AccountMenu(): ReactNode {
  const { data: waiting = [] } = useQuery({ ...approvalsQuery, enabled: useInteraction() })
  const count = waiting.length
  return (
    <Popover
      align="end"
      button={<PersonIcon count={count} />}
      label={count === 0 ? t('account.title') : t('account.title_waiting', { count })}
    >
      {(close) => (
        <>
          <SignedInAccount />
          {ACCOUNT_PAGES.map(({ key, to }) => (
            <Link className={MENU_ITEM} key={to} onClick={close} to={to}>
              {t(key)}
              {to === '/account/approvals' && <WaitingCount />}
            </Link>
          ))}
          <a className={MENU_ITEM} href="/docs/api" onClick={close}>
            {t('account.api_reference')}
          </a>
          <ThemeField />
          <form action="/sign-out" method="post">
            <button className={MENU_ITEM} name="where" type="submit" value="here">
              {t('account.sign_out')}
            </button>
            <button className={MENU_ITEM} name="where" type="submit" value="everywhere">
              {t('account.sign_out_everywhere')}
            </button>
          </form>
        </>
      )}
    </Popover>
  )
}

/** With the number of changes that wait for the person. The label of the button says it in words. */
function PersonIcon({ count }: { readonly count: number }): ReactNode {
  return (
    <span className="relative inline-flex">
      <Icon name="person" size={18} />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="-top-2.5 -right-3 absolute min-w-4 rounded-full bg-accent px-1 text-center font-semibold text-on-accent text-xs leading-4 ring-2 ring-surface"
        >
          {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
        </span>
      )}
    </span>
  )
}

/** Loaded when the menu opens, not with every page. */
function SignedInAccount(): ReactNode {
  const { data: account } = useQuery(accountQuery)
  return (
    <p className="mb-1.5 border-b px-2.5 pt-1 pb-2">
      {account === undefined ? (
        <Skeleton className="h-10 w-40" />
      ) : (
        <>
          <span className="block font-semibold">{account.name}</span>
          <span className="text-muted text-sm">{account.email}</span>
        </>
      )}
    </p>
  )
}
