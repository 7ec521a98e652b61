import type { ReactNode } from 'react'
import { RestrictedPage } from '../restricted-page.tsx'
import { ReturnNotice } from './return-notice.tsx'
import { SearchConsoleCard } from './search-console-card.tsx'

export function IntegrationsPage(): ReactNode {
  return (
    <RestrictedPage description="Data from other services." minimum="admin" title="Integrations">
      <ReturnNotice />
      <SearchConsoleCard />
    </RestrictedPage>
  )
}
