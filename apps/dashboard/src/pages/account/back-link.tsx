import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'

/** Link to the parent page. */
export function BackLink({
  to,
  children,
}: {
  readonly to: '/account/tokens' | '/account/apps'
  readonly children: ReactNode
}): ReactNode {
  return (
    <Link className="link -mb-3 inline-flex min-h-8 items-center gap-1 justify-self-start text-sm" to={to}>
      <Icon name="chevronLeft" />
      {children}
    </Link>
  )
}
