import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiProblem } from '../../../api/problem.ts'
import { productKey } from '../../../api/queries.ts'
import type { SearchConsoleConnection } from '../../../api/types.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { useProduct } from '../../../product/use-product.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { searchConsoleConnectionQuery } from '../queries.ts'
import { Connected } from './connected.tsx'
import { NotAvailable, NotConnected } from './not-connected.tsx'

const EVERY_MS = 2_000

const STATUSES: Readonly<
  Record<SearchConsoleConnection['status'], { readonly label: string; readonly tone: Tone } | undefined>
> = {
  connected: { label: 'Connected', tone: 'good' },
  error: { label: 'Failing', tone: 'danger' },
  not_connected: undefined,
}

/** How the product does in Google’s results: the connection to what Google counts. */
export function SearchConsoleCard(): ReactNode {
  const product = useProduct()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...searchConsoleConnectionQuery(product.id),
    refetchInterval: ({ state }) => (isRead(state.data) ? EVERY_MS : false),
  })
  const reads = isRead(data)
  const didRead = useRef(false)
  useEffect(() => {
    // What was read just now is news for the page that shows it.
    if (didRead.current && !reads) {
      void queryClient.invalidateQueries({ queryKey: [...productKey(product.id), 'search-console'] })
    }
    didRead.current = reads
  }, [reads, queryClient, product.id])
  const status = data && STATUSES[data.status]
  return (
    <Card
      actions={status && <Badge tone={status.tone}>{status.label}</Badge>}
      description="Clicks, impressions and queries in Google’s results, on the page Search."
      title="Google Search Console"
    >
      {data === undefined && error === null && <Loading lines={2} what="the connection" />}
      {data === undefined && error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void refetch()} problem={error} />
      )}
      {data !== undefined &&
        (data.status !== 'not_connected' ? (
          <Connected connection={data} product={product.id} />
        ) : data.available ? (
          <NotConnected product={product.id} />
        ) : (
          <NotAvailable />
        ))}
    </Card>
  )
}

/** Whether figures are on their way. Nothing comes where the operator took the client away. */
function isRead(connection: SearchConsoleConnection | undefined): boolean {
  return connection?.available === true && connection.sync === 'queued'
}
