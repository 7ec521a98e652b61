import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Health } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Badge } from '../../../ui/badge.tsx'
import { healthQuery } from '../queries.ts'

type Reason = Health['rejected'][number]['reason']

interface DroppedProps {
  readonly by: Reason
  /** Whether there are shields of this kind. */
  readonly active: boolean
}

/** How many events one kind of shield dropped in the last days. */
export function DroppedCount({ by, active }: DroppedProps): ReactNode {
  const product = useProduct()
  const { data } = useQuery(healthQuery(product.id))
  if (data === undefined) return null
  const count = data.rejected.find(({ reason }) => reason === by)?.count ?? 0
  if (count > 0) return <Badge tone="accent">{t('settings.shields.dropped', { count })}</Badge>
  return active ? <span className="text-muted text-sm">{t('settings.shields.dropped_none')}</span> : null
}
