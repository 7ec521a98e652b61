import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { productQueryKey } from '../../../api/queries.ts'
import type { SearchConsoleConnection } from '../../../api/types.ts'
import { QueryPending } from '../../../forms/query-pending.tsx'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { searchConsoleConnectionQuery } from '../queries.ts'
import { Connected } from './connected.tsx'
import { NotAvailable, NotConnected } from './not-connected.tsx'

const POLL_INTERVAL_MS = 2_000

const STATUSES: Readonly<
  Record<SearchConsoleConnection['status'], { readonly label: string; readonly tone: Tone } | undefined>
> = {
  connected: { label: t('settings.integrations.connected'), tone: 'good' },
  error: { label: t('settings.integrations.failing'), tone: 'danger' },
  not_connected: undefined,
}

/** The connection to Google Search Console. */
export function SearchConsoleCard(): ReactNode {
  const product = useProduct()
  const queryClient = useQueryClient()
  const query = useQuery({
    ...searchConsoleConnectionQuery(product.id),
    refetchInterval: ({ state }) => (isSyncing(state.data) ? POLL_INTERVAL_MS : false),
  })
  const { data } = query
  const syncing = isSyncing(data)
  const wasSyncing = useRef(false)
  useEffect(() => {
    // The report has new data after a sync.
    if (wasSyncing.current && !syncing) {
      void queryClient.invalidateQueries({ queryKey: [...productQueryKey(product.id), 'search-console'] })
    }
    wasSyncing.current = syncing
  }, [syncing, queryClient, product.id])
  const status = data && STATUSES[data.status]
  return (
    <Card
      actions={status && <Badge tone={status.tone}>{status.label}</Badge>}
      description={t('settings.integrations.search_console_hint')}
      title={t('settings.integrations.search_console')}
    >
      <QueryPending lines={2} query={query} what={t('settings.integrations.loading')} />
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

/** Whether a sync is running. There is none without an OAuth client. */
function isSyncing(connection: SearchConsoleConnection | undefined): boolean {
  return connection?.available === true && connection.sync === 'queued'
}
