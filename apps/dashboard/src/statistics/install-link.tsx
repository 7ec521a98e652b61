import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { buttonClasses } from '../ui/button.tsx'

/** The next step where nothing was collected. Shared links do not lead there. */
export function InstallLink({ product }: { readonly product: string }): ReactNode {
  return (
    <Link className={buttonClasses()} params={{ product }} to="/products/$product/install">
      {t('overview.install')}
    </Link>
  )
}
