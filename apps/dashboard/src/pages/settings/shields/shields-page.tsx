import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMay, useProduct } from '../../../product/use-product.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { shieldsQuery } from '../queries.ts'
import { ShieldsFacts } from './shields-facts.tsx'
import { ShieldsForm } from './shields-form.tsx'

export function ShieldsPage(): ReactNode {
  const product = useProduct()
  const may = useMay('admin')
  const { data: shields } = useSuspenseQuery(shieldsQuery(product.id))
  return (
    <div className="grid gap-5">
      <PageHeader
        description="What is dropped as it comes, from the next second on. What was counted before stays."
        title="Shields"
      />
      {may ? <ShieldsForm shields={shields} /> : <ShieldsFacts shields={shields} />}
    </div>
  )
}
