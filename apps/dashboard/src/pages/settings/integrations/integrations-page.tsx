import type { ReactNode } from 'react'
import { PageHeader } from '../../../ui/page-header.tsx'
import { OnlyFor } from '../require-role.tsx'
import { ReturnNotice } from './return-notice.tsx'
import { SearchConsoleCard } from './search-console-card.tsx'

export function IntegrationsPage(): ReactNode {
  return (
    <div className="grid gap-5">
      <PageHeader description="Figures that other services count, beside your own." title="Integrations" />
      <OnlyFor least="admin">
        <ReturnNotice />
        <SearchConsoleCard />
      </OnlyFor>
    </div>
  )
}
