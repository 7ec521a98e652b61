import { type ReactNode, useState } from 'react'
import { ApiProblem } from '../api/problem.ts'
import type { Activity } from '../api/types.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { t } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { Loading } from '../ui/spinner.tsx'
import { describeAction } from './describe-action.ts'
import { UndoDialog } from './undo-dialog.tsx'

const CHANNELS: Readonly<Record<Activity['channel'], string>> = {
  rest: t('activity.rest'),
  mcp: t('activity.mcp'),
  dashboard: t('activity.dashboard'),
  cli: t('activity.cli'),
}

/** The part of an infinite query that is used. */
interface Entries {
  readonly data: readonly Activity[] | undefined
  readonly error: Error | null
  readonly isPending: boolean
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
  refetch(): Promise<unknown>
}

interface ActivityListProps {
  readonly entries: Entries
  readonly byWhom: (entry: Activity) => string
  /** Further detail of an entry. */
  readonly where?: (entry: Activity) => string | undefined
}

/** Audit entries, newest first, for a card without padding. */
export function ActivityList({ entries, byWhom, where = () => undefined }: ActivityListProps): ReactNode {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = entries
  const [undoing, setUndoing] = useState<Activity>()
  return (
    <>
      {isPending && <Loading what={t('activity.loading')} />}
      {error instanceof ApiProblem && (
        <div className="p-5">
          <ProblemNotice onRetry={() => void refetch()} problem={error} />
        </div>
      )}
      {data?.length === 0 && <EmptyState title={t('activity.none')}>{t('activity.none_hint')}</EmptyState>}
      {data !== undefined && data.length > 0 && (
        <ol className="divide-y border-t">
          {data.map((entry) => (
            <li className="grid gap-0.5 px-5 py-3" key={entry.id}>
              <Deed entry={entry} />
              <p className="text-muted text-sm">
                <RelativeTime at={entry.at} />
                {[byWhom(entry), CHANNELS[entry.channel], where(entry), entry.address]
                  .filter(Boolean)
                  .map((part) => ` · ${part}`)}
                {entry.approved_by !== undefined && ` · ${t('activity.approved_by', { name: entry.approved_by })}`}
              </p>
              {entry.can_undo && (
                <div className="mt-1">
                  <Button onClick={() => setUndoing(entry)} size="small">
                    {t('activity.undo')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div className="flex justify-center border-t p-3">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()} size="small">
            {t('activity.earlier')}
          </Button>
        </div>
      )}
      {undoing && <UndoDialog entry={undoing} onClose={() => setUndoing(undefined)} />}
    </>
  )
}

/** What was done, and the sentence of the service with its details, which is in English. */
function Deed({ entry }: { readonly entry: Activity }): ReactNode {
  const action = describeAction(entry)
  return (
    <>
      {action !== undefined && <p className="font-medium">{action}</p>}
      <p lang="en">
        <ServiceText text={entry.summary} />
      </p>
    </>
  )
}
