import type { ReactNode } from 'react'
import { useProduct } from '../session/use-product.ts'
import { PageHeader } from '../ui/page-header.tsx'

export function OverviewPage(): ReactNode {
  return <PageHeader title={`${useProduct().name}`} />
}
