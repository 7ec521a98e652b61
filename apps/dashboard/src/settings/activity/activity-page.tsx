import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import type { Activity } from '../../api/types.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { useProduct } from '../../session/use-product.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { When } from '../../ui/when.tsx'
import { OnlyFor } from '../only-for.tsx'
import { productActivityQuery } from '../queries.ts'

const CHANNELS: Readonly<Record<Activity['channel'], string>> = {
  rest: 'over REST',
  mcp: 'over MCP',
  dashboard: 'in the dashboard',
  cli: 'on the command line',
}

export function ActivityPage(): ReactNode {
  return (
    <div className="grid gap-5">
      <PageHeader description="Who changed what, and by which way. Looking leaves no entry." title="Activity" />
      <OnlyFor least="admin">
        <ActivityCard />
      </OnlyFor>
    </div>
  )
}

function ActivityCard(): ReactNode {
  const product = useProduct()
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(
    productActivityQuery(product.id),
  )
  return (
    <Card flush>
      {isPending && <Loading what="what happened" />}
      {error instanceof ApiProblem && (
        <div className="p-5">
          <ProblemNotice onRetry={() => void refetch()} problem={error} />
        </div>
      )}
      {data?.length === 0 && <EmptyState title="Nothing so far">The first change will stand here.</EmptyState>}
      {data !== undefined && data.length > 0 && (
        <ol className="divide-y">
          {data.map((entry) => (
            <li className="grid gap-0.5 px-5 py-3" key={entry.id}>
              <p>{entry.summary}</p>
              <p className="text-muted text-sm">
                <When at={entry.at} />
                {` · ${entry.actor.name ?? 'the operator'} · ${CHANNELS[entry.channel]}`}
                {entry.address === undefined || entry.address === null ? '' : ` · ${entry.address}`}
              </p>
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div className="flex justify-center border-t p-3">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()} size="small">
            Show earlier
          </Button>
        </div>
      )}
    </Card>
  )
}
