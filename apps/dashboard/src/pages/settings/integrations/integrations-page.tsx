import type { ReactNode } from 'react'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RequireRole } from '../require-role.tsx'
import { ReturnNotice } from './return-notice.tsx'
import { SearchConsoleCard } from './search-console-card.tsx'

export function IntegrationsPage(): ReactNode {
  return (
    <div className="grid gap-5">
      <PageHeader description="Data from other services." title="Integrations" />
      <RequireRole minimum="admin">
        <ReturnNotice />
        <SearchConsoleCard />
      </RequireRole>
    </div>
  )
}
