import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import { Icon } from '../../../ui/icons.tsx'

/** Link to the list of tokens. */
export function BackLink(): ReactNode {
  return (
    <Link className="link -mb-3 inline-flex min-h-8 items-center gap-1 justify-self-start text-sm" to="/account/tokens">
      <Icon name="chevronLeft" />
      {t('tokens.title')}
    </Link>
  )
}
