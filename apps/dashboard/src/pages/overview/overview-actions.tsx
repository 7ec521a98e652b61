import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { useHasRole } from '../../product/use-product.ts'
import { useSharedView } from '../../session/shared-view.ts'
import { buttonClasses } from '../../ui/button.tsx'

/** Where the overview can be shared by a link, and sent regularly. */
export function OverviewActions({ product }: { readonly product: string }): ReactNode {
  const isShared = useSharedView() !== undefined
  const canShare = useHasRole('admin')
  if (isShared || !canShare) return null
  const className = buttonClasses('secondary', 'small')
  return (
    <div className="ml-auto flex gap-2">
      <Link className={className} params={{ product }} to="/products/$product/settings/sharing">
        {t('overview.share')}
      </Link>
      <Link className={className} params={{ product }} to="/products/$product/settings/notifications">
        {t('overview.send')}
      </Link>
    </div>
  )
}
