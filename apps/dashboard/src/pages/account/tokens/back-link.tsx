import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import { Icon } from '../../../ui/icons.tsx'
import { BACK_LINK } from '../back-link-style.ts'

/** Link to the list of tokens. */
export function BackLink(): ReactNode {
  return (
    <Link className={BACK_LINK} to="/account/tokens">
      <Icon name="chevronLeft" />
      {t('tokens.title')}
    </Link>
  )
}
