import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../../api/problem.ts'
import type { ProxyDiagnostics } from '../../../api/types.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { proxyQuery } from '../queries.ts'

interface ProxyText {
  readonly label: string
  readonly tone: Tone
  readonly why: string
}

const STATUSES: Readonly<Record<ProxyDiagnostics['status'], ProxyText>> = {
  not_proxied: {
    label: t('settings.collection.proxy_off'),
    tone: 'neutral',
    why: t('settings.collection.proxy_off_hint'),
  },
  working: {
    label: t('settings.collection.proxy_working'),
    tone: 'good',
    why: t('settings.collection.proxy_working_hint'),
  },
  addresses_missing: {
    label: t('settings.collection.proxy_missing'),
    tone: 'danger',
    why: t('settings.collection.proxy_missing_hint'),
  },
  addresses_untrusted: {
    label: t('settings.collection.proxy_untrusted'),
    tone: 'danger',
    why: t('settings.collection.proxy_untrusted_hint'),
  },
}

/** Whether a first-party proxy forwards the addresses of visitors. */
export function ProxyCard({ product }: { readonly product: string }): ReactNode {
  const { data, error, refetch } = useQuery(proxyQuery(product))
  return (
    <Card description={t('settings.collection.proxy_hint')} flush title={t('settings.collection.proxy')}>
      {data !== undefined ? (
        <Report report={data} />
      ) : error instanceof ApiProblem ? (
        <div className="px-5 pb-5">
          <ProblemNotice onRetry={() => void refetch()} problem={error} />
        </div>
      ) : (
        <Loading what={t('settings.collection.proxy_loading')} />
      )}
    </Card>
  )
}

function Report({ report }: { readonly report: ProxyDiagnostics }): ReactNode {
  const { label, tone, why } = STATUSES[report.status]
  return (
    <>
      <div className="grid gap-2 px-5 pb-5">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          <span className="min-w-0 flex-1 basis-64">{why}</span>
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
