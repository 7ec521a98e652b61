import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountQuery } from '../api/queries.ts'
import { MENU_ITEM, Menu } from '../ui/menu.tsx'

/** Who is signed in, and the way out. */
export function AccountMenu(): ReactNode {
  const { data: account } = useQuery(accountQuery)
  if (account === undefined) return <div className="w-14" />
  return (
    <Menu
      align="end"
      button={
        <span
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-full bg-accent-ground text-accent text-sm"
        >
          {initialOf(account.name)}
        </span>
      }
      label={`Account: ${account.name}`}
    >
      {() => (
        <>
          <p className="border-b px-2.5 pt-1 pb-2">
            <span className="block font-semibold">{account.name}</span>
            <span className="text-muted text-sm">{account.email}</span>
          </p>
          <a className={MENU_ITEM} href="/docs">
            API reference
          </a>
          <form action="/sign-out" method="post">
            <button className={MENU_ITEM} name="where" type="submit" value="here">
              Sign out
            </button>
            <button className={MENU_ITEM} name="where" type="submit" value="everywhere">
              Sign out everywhere
            </button>
          </form>
        </>
      )}
    </Menu>
  )
}

function initialOf(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase() ?? '?'
}
