import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { firstOf } from '../product/first-event.ts'
import { installationQuery } from '../product/installation-queries.ts'
import { useSharedView } from '../session/shared-view.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { InstallLink } from './install-link.tsx'

interface NothingCollectedProps {
  readonly product: string
  readonly title: string
  readonly children?: ReactNode
}

/** That a range has nothing, and the way to install where no event ever came. */
export function NothingCollected({ product, title, children }: NothingCollectedProps): ReactNode {
  const isShared = useSharedView() !== undefined
  const { data } = useQuery({ ...installationQuery(product), enabled: !isShared })
  const isNotInstalled = data !== undefined && firstOf(data) === undefined
  return (
    <EmptyState actions={isNotInstalled && <InstallLink product={product} />} title={title}>
      {children}
    </EmptyState>
  )
}

/** That a range has no visitors. */
export function NoVisitors({ product }: { readonly product: string }): ReactNode {
  return <NothingCollected product={product} title={t('breakdowns.none')} />
}
