import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClasses } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export function NotFoundPage(): ReactNode {
  return (
    <>
      <PageHeader hidden title="Not found" />
      <EmptyState
        actions={
          <Link className={buttonClasses('primary')} to="/">
            Go to the start page
          </Link>
        }
        title="Page not found"
      >
        The address is wrong, or you have no access.
      </EmptyState>
    </>
  )
}
