import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActivityList } from '../../../activity/activity-list.tsx'
import { useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { productActivityQuery } from '../queries.ts'
import { RestrictedPage } from '../restricted-page.tsx'

export function ActivityPage(): ReactNode {
  return (
    <RestrictedPage description="Who changed what, and how. Views aren’t logged." minimum="admin" title="Activity">
      <ActivityCard />
    </RestrictedPage>
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
