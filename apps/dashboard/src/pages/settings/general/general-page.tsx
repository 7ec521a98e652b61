import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import { useHasRole } from '../../../product/use-product.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { NameCard } from './name-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import { PreferencesFacts } from './preferences-facts.tsx'

export function GeneralPage(): ReactNode {
  const canEdit = useHasRole('admin')
  return (
    <div className="grid gap-5">
      <PageHeader description={t('settings.general.description')} title={t('settings.general.title')} />
      {canEdit ? (
        <>
          <NameCard />
          <PreferencesCard />
        </>
      ) : (
        <PreferencesFacts />
      )}
    </div>
  )
}
