import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/client.ts'
import type { Connection } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { LimitList } from '../limit-list.tsx'
import { mcpAddress } from '../mcp-address.ts'
import { connectionsQuery } from '../queries.ts'
import { ScopeList } from '../scope-list.tsx'

export function AppsPage(): ReactNode {
  const { data: connections } = useSuspenseQuery(connectionsQuery)
  const [ending, setEnding] = useState<Connection>()
  const queryClient = useQueryClient()
  const active = connections.filter(({ status }) => status === 'active')
  const ended = connections.filter(({ status }) => status !== 'active')
  return (
    <div className="grid gap-5">
      <PageHeader
        description="Applications that you allowed to act for you on the products you chose."
        title="Connected apps"
      />
      {active.map((connection) => (
        <ConnectionCard connection={connection} key={connection.id} onEnd={() => setEnding(connection)} />
      ))}
      <HowToConnect first={active.length === 0} />
      {ended.length > 0 && (
        <details className="rounded-card border bg-surface">
          <summary className="min-h-11 px-5 py-2.5 font-semibold">Ended connections ({ended.length})</summary>
          <ul className="divide-y border-t">
            {ended.map(({ id, client, status, created_at }) => (
              <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3" key={id}>
                <span className="font-semibold">{client.name}</span>
                <Badge>{status === 'revoked' ? 'Disconnected' : 'Expired'}</Badge>
                <span className="text-muted text-sm">
                  connected <RelativeTime at={created_at} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {ending && (
        <ConfirmDialog
          confirmLabel="Disconnect"
          onClose={() => setEnding(undefined)}
          onDone={() => {
            showToast(`“${ending.client.name}” disconnected.`)
            setEnding(undefined)
          }}
          onExecuted={() => queryClient.invalidateQueries(connectionsQuery)}
          call={(options) => {
            const params = { path: { connection_id: ending.id } }
            return api.DELETE('/api/v1/connections/{connection_id}', { params, ...options })
          }}
          title={`Disconnect “${ending.client.name}”?`}
        />
      )}
    </div>
  )
}

function ConnectionCard({
  connection: { client, redirect_hosts, scopes, products, created_at, expires_at, last_used_at, ...limits },
  onEnd,
}: {
  readonly connection: Connection
  readonly onEnd: () => void
}): ReactNode {
  return (
    <Card
      actions={
        <Button onClick={onEnd} size="small">
          Disconnect<span className="sr-only"> {client.name}</span>
        </Button>
      }
      description="The application chose this name. It is not verified."
      title={
        <span className="inline-flex flex-wrap items-center gap-2">
          {client.name} <Badge tone="warning">Unverified</Badge>
        </span>
      }
    >
      <Facts
        facts={[
          {
            label: 'Runs at',
            value: redirect_hosts.length === 0 ? 'Unknown' : redirect_hosts.join(', '),
          },
          { label: 'Permissions', value: <ScopeList scopes={scopes} /> },
          {
            label: 'Products',
            value:
              products.length === 0 ? 'None that you are a member of' : products.map(({ name }) => name).join(', '),
          },
          { label: 'Limits', value: <LimitList limits={limits} /> },
          { label: 'Connected', value: <RelativeTime at={created_at} /> },
          { label: 'Last used', value: last_used_at === null ? 'Never' : <RelativeTime at={last_used_at} /> },
          {
            label: 'Ends',
            value: (
              <>
                <RelativeTime at={expires_at} />; then it must ask you again
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}

function HowToConnect({ first }: { readonly first: boolean }): ReactNode {
  return (
    <Card
      description={first ? 'No application is connected yet.' : undefined}
      title={first ? 'Connect an application' : 'Connect another application'}
    >
      <ol className="grid list-decimal gap-3 pl-5 marker:text-muted">
        <li>
          <p className="mb-2">Enter this address in your application as the MCP server:</p>
          <CodeBlock code={mcpAddress()} label="MCP address" wrap />
        </li>
        <li>The application opens this service in your browser. Choose what it may do, and select Allow.</li>
        <li>It then appears on this page, where you can disconnect it at any time.</li>
      </ol>
    </Card>
  )
}
