import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import { useHasRole, useProduct } from '../../../product/use-product.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { shieldsQuery } from '../queries.ts'
import { ShieldsFacts } from './shields-facts.tsx'
import { ShieldsForm } from './shields-form.tsx'

export function ShieldsPage(): ReactNode {
  const product = useProduct()
  const canEdit = useHasRole('admin')
  const { data: shields } = useSuspenseQuery(shieldsQuery(product.id))
  return (
    <div className="grid gap-5">
      <PageHeader description={t('settings.shields.description')} title={t('settings.shields.title')} />
      {canEdit ? <ShieldsForm shields={shields} /> : <ShieldsFacts shields={shields} />}
    </div>
  )
}
