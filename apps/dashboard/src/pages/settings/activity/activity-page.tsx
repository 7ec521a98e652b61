import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActivityList } from '../../../activity/activity-list.tsx'
import { useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { productActivityQuery } from '../queries.ts'
import { RequireRole } from '../require-role.tsx'

export function ActivityPage(): ReactNode {
  return (
    <div className="grid gap-5">
      <PageHeader description="Who changed what, and how. Views aren’t logged." title="Activity" />
      <RequireRole minimum="admin">
        <ActivityCard />
      </RequireRole>
    </div>
  )
}

function ActivityCard(): ReactNode {
  const entries = useInfiniteQuery(productActivityQuery(useProduct().id))
  return (
    <Card flush title="Activity">
      <ActivityList byWhom={({ actor }) => actor.name ?? 'the operator'} entries={entries} />
    </Card>
  )
}
