import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActivityList } from '../../../activity/activity-list.tsx'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { productActivityQuery } from '../queries.ts'
import { RestrictedPage } from '../restricted-page.tsx'

export function ActivityPage(): ReactNode {
  return (
    <RestrictedPage description={t('activity.description')} minimum="admin" title={t('activity.title')}>
      <ActivityCard />
    </RestrictedPage>
  )
}

function ActivityCard(): ReactNode {
  const entries = useInfiniteQuery(productActivityQuery(useProduct().id))
  return (
    <Card flush title={t('activity.title')}>
      <ActivityList byWhom={({ actor }) => actor.name ?? t('activity.operator')} entries={entries} />
    </Card>
  )
}
