import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import { RestrictedPage } from '../restricted-page.tsx'
import { ReturnNotice } from './return-notice.tsx'
import { SearchConsoleCard } from './search-console-card.tsx'

export function IntegrationsPage(): ReactNode {
  return (
    <RestrictedPage
      description={t('settings.integrations.description')}
      minimum="admin"
      title={t('settings.integrations.title')}
    >
      <ReturnNotice />
      <SearchConsoleCard />
    </RestrictedPage>
  )
}
