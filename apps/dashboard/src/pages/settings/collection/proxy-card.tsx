import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ProxyDiagnostics } from '../../../api/types.ts'
import { QueryPending } from '../../../forms/query-pending.tsx'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { proxyQuery } from '../queries.ts'

const TONES: Readonly<Record<ProxyDiagnostics['status'], Tone>> = {
  not_proxied: 'neutral',
  working: 'good',
  addresses_missing: 'danger',
  addresses_untrusted: 'danger',
}

/** Whether a first-party proxy forwards the addresses of visitors. */
export function ProxyCard({ product }: { readonly product: string }): ReactNode {
  const query = useQuery(proxyQuery(product))
  return (
    <Card description={t('settings.collection.proxy_hint')} flush title={t('settings.collection.proxy')}>
      <QueryPending problemClass="px-5 pb-5" query={query} what={t('settings.collection.proxy_loading')} />
      {query.data && <Report report={query.data} />}
    </Card>
  )
}

function Report({ report }: { readonly report: ProxyDiagnostics }): ReactNode {
  const { status } = report
  return (
    <>
      <div className="grid gap-2 px-5 pb-5">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Badge tone={TONES[status]}>{t(`settings.collection.proxy_${status}`)}</Badge>
          <span className="min-w-0 flex-1 basis-64">{t(`settings.collection.proxy_${status}_hint`)}</span>
        </p>
        {report.advice !== null && <p>{report.advice}</p>}
      </div>
      {report.hostnames.length > 0 && (
        <ul
          aria-label={t('settings.collection.proxy_events', { days: report.window_days })}
          className="divide-y border-t"
        >
          {report.hostnames.map((row) => (
            <li className="grid gap-0.5 px-5 py-3" key={row.hostname}>
              <p className="break-all font-semibold">{row.hostname || t('settings.collection.no_hostname')}</p>
              <p className="text-muted text-sm">
                <T
                  id="settings.collection.recent_events"
                  values={{
                    count: row.events,
                    days: report.window_days,
                    when: <RelativeTime at={row.last_event_at} />,
                  }}
                />
                {` · ${describeAddresses(row)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type Row = ProxyDiagnostics['hostnames'][number]

/** How many events had the address of the visitor. */
function describeAddresses({ forwarded, untrusted, missing }: Row): string {
  return [
    ...(forwarded > 0 ? [t('settings.collection.proxy_forwarded', { count: forwarded })] : []),
    ...(untrusted > 0 ? [t('settings.collection.proxy_not_trusted', { count: untrusted })] : []),
    ...(missing > 0 ? [t('settings.collection.proxy_without', { count: missing })] : []),
  ].join(', ')
}
