import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/client.ts'
import type { Connection } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { t } from '../../../messages/messages.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RelativeTime, When } from '../../../ui/relative-time.tsx'
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
      <PageHeader description={t('account_apps.description')} title={t('account_apps.title')} />
      {active.map((connection) => (
        <ConnectionCard connection={connection} key={connection.id} onEnd={() => setEnding(connection)} />
      ))}
      <HowToConnect first={active.length === 0} />
      {ended.length > 0 && (
        <details className="rounded-card border bg-surface">
          <summary className="min-h-11 px-5 py-2.5 font-semibold">
            {t('account_apps.past', { count: ended.length })}
          </summary>
          <ul className="divide-y border-t">
            {ended.map(({ id, client, status, created_at }) => (
              <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3" key={id}>
                <span className="font-semibold">{client.name}</span>
                <Badge>{status === 'revoked' ? t('account_apps.disconnected') : t('common.expired')}</Badge>
                <span className="text-muted text-sm">
                  <When at={created_at} id="account_apps.connected_at" />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {ending && (
        <ConfirmDialog
          confirmLabel={t('account_apps.disconnect')}
          onClose={() => setEnding(undefined)}
          toast={t('account_apps.disconnected_toast', { name: ending.client.name })}
          onExecuted={() => queryClient.invalidateQueries(connectionsQuery)}
          call={(options) => {
            const params = { path: { connection_id: ending.id } }
            return api.DELETE('/api/v1/connections/{connection_id}', { params, ...options })
          }}
          summary={t('account_apps.disconnect_hint')}
          title={t('account_apps.disconnect_title', { name: ending.client.name })}
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
        <Button aria-label={t('account_apps.disconnect_label', { name: client.name })} onClick={onEnd} size="small">
          {t('account_apps.disconnect')}
        </Button>
      }
      description={t('account_apps.unverified_hint')}
      title={
        <span className="inline-flex flex-wrap items-center gap-2">
          {client.name} <Badge tone="warning">{t('account_apps.unverified')}</Badge>
        </span>
      }
    >
      <Facts
        facts={[
          {
            label: t('account_apps.hosts'),
            value: redirect_hosts.length === 0 ? t('account_apps.hosts_unknown') : redirect_hosts.join(', '),
          },
          { label: t('common.permissions'), value: <ScopeList scopes={scopes} /> },
          {
            label: t('common.products'),
            value: products.length === 0 ? t('account_apps.no_products') : products.map(({ name }) => name).join(', '),
          },
          { label: t('limits.title'), value: <LimitList limits={limits} /> },
          { label: t('account_apps.connected'), value: <RelativeTime at={created_at} /> },
          {
            label: t('common.last_used'),
            value: last_used_at === null ? t('common.never') : <RelativeTime at={last_used_at} />,
          },
          {
            label: t('common.expires'),
            value: <When at={expires_at} id="account_apps.expires_at" />,
          },
        ]}
      />
    </Card>
  )
}

function HowToConnect({ first }: { readonly first: boolean }): ReactNode {
  return (
    <Card
      description={first ? t('account_apps.none') : undefined}
      title={first ? t('account_apps.connect_first') : t('account_apps.connect_another')}
    >
      <ol className="grid list-decimal gap-3 pl-5 marker:text-muted">
        <li>
          <p className="mb-2">{t('account_apps.step_address')}</p>
          <CodeBlock code={mcpAddress()} label={t('tokens.mcp_address')} wrap />
        </li>
        <li>{t('account_apps.step_allow')}</li>
        <li>{t('account_apps.step_done')}</li>
      </ol>
    </Card>
  )
}
