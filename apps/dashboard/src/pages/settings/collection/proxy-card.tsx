import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../../api/problem.ts'
import type { ProxyDiagnostics } from '../../../api/types.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { formatCount } from '../../../statistics/format.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { proxyQuery } from '../queries.ts'
import { formatEventCount } from './event-count.ts'

interface ProxyText {
  readonly label: string
  readonly tone: Tone
  readonly why: string
}

const STATUSES: Readonly<Record<ProxyDiagnostics['status'], ProxyText>> = {
  not_proxied: {
    label: 'Not in use',
    tone: 'neutral',
    why: 'Events are sent directly to this service. A proxy on your own domain avoids lists that block analytics hosts.',
  },
  working: { label: 'Working', tone: 'good', why: 'Events arrive through the proxy with the addresses of visitors.' },
  addresses_missing: {
    label: 'Addresses missing',
    tone: 'danger',
    why: 'Events arrive through the proxy without the addresses of visitors.',
  },
  addresses_untrusted: {
    label: 'Addresses not trusted',
    tone: 'danger',
    why: 'Events arrive through the proxy, but this service does not trust its address header.',
  },
}

/** Whether a first-party proxy forwards the addresses of visitors. */
export function ProxyCard({ product }: { readonly product: string }): ReactNode {
  const { data, error, refetch } = useQuery(proxyQuery(product))
  return (
    <Card description="A path on your own domain that forwards the script and events." flush title="First-party proxy">
      {data !== undefined ? (
        <Report report={data} />
      ) : error instanceof ApiProblem ? (
        <div className="px-5 pb-5">
          <ProblemNotice onRetry={() => void refetch()} problem={error} />
        </div>
      ) : (
        <Loading what="proxy diagnostics" />
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
          aria-label={`Events through the proxy in the last ${report.window_days} days`}
          className="divide-y border-t"
        >
          {report.hostnames.map((row) => (
            <li className="grid gap-0.5 px-5 py-3" key={row.hostname}>
              <p className="break-all font-semibold">{row.hostname || 'No hostname'}</p>
              <p className="text-muted text-sm">
                {`${formatEventCount(row.events)} in the last ${report.window_days} days, the last `}
                <RelativeTime at={row.last_event_at} />
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
    ...(forwarded > 0 ? [`${formatCount(forwarded)} with the visitor’s address`] : []),
    ...(untrusted > 0 ? [`${formatCount(untrusted)} with an untrusted address`] : []),
    ...(missing > 0 ? [`${formatCount(missing)} without an address`] : []),
  ].join(', ')
}
