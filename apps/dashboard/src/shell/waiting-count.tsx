import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { approvalsQuery } from '../api/queries.ts'
import { t } from '../messages/messages.ts'

/** How many changes wait until this person approves them; nothing if none does. */
export function WaitingCount(): ReactNode {
  const { data } = useQuery(approvalsQuery)
  if (data === undefined || data.length === 0) return null
  return (
    <span className="relative ml-2 rounded-full bg-accent px-2 font-semibold text-on-accent text-xs leading-5">
      <span aria-hidden="true">{data.length}</span>
      <span className="sr-only">{t('approvals.count', { count: data.length })}</span>
    </span>
  )
}
