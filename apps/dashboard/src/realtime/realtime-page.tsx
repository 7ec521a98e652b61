import type { ReactNode } from 'react'
import { useProduct } from '../session/use-product.ts'
import { PageHeader } from '../ui/page-header.tsx'

export function RealtimePage(): ReactNode {
  return <PageHeader title={`Realtime – ${useProduct().name}`} />
}
