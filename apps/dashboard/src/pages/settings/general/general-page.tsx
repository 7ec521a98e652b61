import type { ReactNode } from 'react'
import { useMay } from '../../../product/use-product.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { NameCard } from './name-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import { PreferencesFacts } from './preferences-facts.tsx'

export function GeneralPage(): ReactNode {
  const may = useMay('admin')
  return (
    <div className="grid gap-5">
      <PageHeader
        description="What the product is called, and how its numbers are cut, kept and shown."
        title="General"
      />
      {may ? (
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
