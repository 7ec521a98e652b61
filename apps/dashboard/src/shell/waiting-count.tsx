import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { approvalsQuery } from '../api/queries.ts'
import { t } from '../messages/messages.ts'
import { Badge } from '../ui/badge.tsx'

/** How many changes wait until this person approves them; nothing if none does. */
export function WaitingCount(): ReactNode {
  const { data } = useQuery(approvalsQuery)
  if (data === undefined || data.length === 0) return null
  return (
    <span className="relative ml-2 inline-flex">
      <Badge tone="accent">
        <span aria-hidden="true">{data.length}</span>
        <span className="sr-only">{t('approvals.count', { count: data.length })}</span>
      </Badge>
    </span>
  )
}
