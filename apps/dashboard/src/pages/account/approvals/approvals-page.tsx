import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { approvalsQuery } from '../../../api/queries.ts'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { decidedApprovalsQuery } from '../queries.ts'
import { ApprovalState, AskedChange, credentialName, type ListedApproval } from './approval-state.tsx'

/** Changes that wait until this person approves them, and those of the last two days. */
export function ApprovalsPage(): ReactNode {
  const { data: waiting } = useSuspenseQuery(approvalsQuery)
  const { data: decided = [] } = useQuery(decidedApprovalsQuery)
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader description={t('approvals.description')} title={t('approvals.title')} />
      <Card flush title={t('approvals.waiting')}>
        {waiting.length === 0 ? (
          <EmptyState title={t('approvals.none')}>{t('approvals.none_hint')}</EmptyState>
        ) : (
          <ApprovalList approvals={waiting} />
        )}
      </Card>
      {decided.length > 0 && (
        <Card flush title={t('approvals.decided')}>
          <ApprovalList approvals={decided} />
        </Card>
      )}
    </div>
  )
}

function ApprovalList({ approvals }: { readonly approvals: readonly ListedApproval[] }): ReactNode {
  return (
    <ul className="divide-y border-t">
      {approvals.map((approval) => (
        <li className="grid grid-cols-1 gap-1 px-5 py-3" key={approval.id}>
          <p className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <Link
              className="min-w-0 flex-1 basis-60 wrap-anywhere font-medium text-accent underline"
              params={{ approval: approval.id }}
              to="/account/approvals/$approval"
            >
              <AskedChange approval={approval} />
            </Link>
            <ApprovalState approval={approval} />
          </p>
          <p className="wrap-anywhere text-muted text-sm">
            <T
              id="approvals.asked"
              values={{ name: credentialName(approval), when: <RelativeTime at={approval.created_at} /> }}
            />
          </p>
        </li>
      ))}
    </ul>
  )
}
