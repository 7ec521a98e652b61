import type { ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export function NoProductPage(): ReactNode {
  return (
    <>
      <PageHeader hidden title="No product yet" />
      <EmptyState title="You belong to no product yet">Ask somebody who runs one to invite you.</EmptyState>
    </>
  )
}
