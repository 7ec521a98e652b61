import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import type { AccountToken, Activity, Product } from '../../api/types.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { When } from '../../ui/when.tsx'
import { tokenActivityQuery } from '../queries.ts'

const CHANNELS: Readonly<Record<Activity['channel'], string>> = {
  rest: 'over REST',
  mcp: 'over MCP',
  dashboard: 'in the dashboard',
  cli: 'on the command line',
}

interface TokenActivityProps {
  readonly token: AccountToken
  readonly tokens: readonly AccountToken[]
  readonly products: readonly Product[]
}

/** What a token changed, and what was done to it. Reading leaves no entry; when it read last, the page says above. */
export function TokenActivity({ token, tokens, products }: TokenActivityProps): ReactNode {
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(
    tokenActivityQuery(token.id),
  )
  return (
    <Card description="What it changed, and what was done to it. Reading leaves no entry." flush title="What happened">
      {isPending && <Loading what="what happened" />}
      {error instanceof ApiProblem && (
        <div className="p-5">
          <ProblemNotice onRetry={() => void refetch()} problem={error} />
        </div>
      )}
      {data?.length === 0 && <EmptyState title="Nothing so far">Its first change will stand here.</EmptyState>}
      {data !== undefined && data.length > 0 && (
        <ol className="divide-y border-t">
          {data.map((entry) => (
            <li className="grid gap-0.5 px-5 py-3" key={entry.id}>
              <p>{entry.summary}</p>
              <p className="text-muted text-sm">
                <When at={entry.at} />
                {[byWhom(entry, token, tokens), CHANNELS[entry.channel], where(entry, products), entry.address]
                  .filter(Boolean)
                  .map((part) => ` · ${part}`)}
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

function byWhom({ actor }: Activity, token: AccountToken, tokens: readonly AccountToken[]): string {
  if (actor.credential === token.id) return 'this token'
  const other = tokens.find(({ id }) => id === actor.credential)
  if (other !== undefined) return `the token “${other.name}”`
  return actor.name ?? 'the operator'
}

function where({ product }: Activity, products: readonly Product[]): string | undefined {
  return product === null ? undefined : (products.find(({ id }) => id === product)?.name ?? product)
}
