import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../../api/problem.ts'
import type { ProxyDiagnostics } from '../../../api/types.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { formatCount } from '../../../statistics/format.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { When } from '../../../ui/when.tsx'
import { proxyQuery } from '../queries.ts'
import { countWords } from './event-count.ts'

interface ProxyWords {
  readonly label: string
  readonly tone: Tone
  readonly why: string
}

const STATUSES: Readonly<Record<ProxyDiagnostics['status'], ProxyWords>> = {
  not_proxied: {
    label: 'Not in use',
    tone: 'neutral',
    why: 'Events come straight to this service, and that is fine. With a proxy on your own domain, lists of analytics hosts do not hold the script back.',
  },
  working: { label: 'Works', tone: 'good', why: 'Events come through it, and the visitors’ addresses with them.' },
  addresses_missing: {
    label: 'Addresses missing',
    tone: 'danger',
    why: 'Events come through it, but not as they should.',
  },
  addresses_untrusted: {
    label: 'Addresses not believed',
    tone: 'danger',
    why: 'Events come through it, but not as they should.',
  },
}

/** Whether a proxy of the site’s own passes on what is needed to tell visitors apart. */
export function ProxyCard({ product }: { readonly product: string }): ReactNode {
  const { data, error, refetch } = useQuery(proxyQuery(product))
  return (
    <Card description="A path on your own domain that hands script and events on." flush title="First-party proxy">
      {data !== undefined ? (
        <Report report={data} />
      ) : error instanceof ApiProblem ? (
        <div className="px-5 pb-5">
          <ProblemNotice onRetry={() => void refetch()} problem={error} />
        </div>
      ) : (
        <Loading what="what came through a proxy" />
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
        <ul aria-label={`What came through in the last ${report.window_days} days`} className="divide-y border-t">
          {report.hostnames.map((row) => (
            <li className="grid gap-0.5 px-5 py-3" key={row.hostname}>
              <p className="break-all font-semibold">{row.hostname || 'No hostname said'}</p>
              <p className="text-muted text-sm">
                {`${countWords(row.events)} in the last ${report.window_days} days, the last `}
                <When at={row.last_event_at} />
                {` · ${addressWords(row)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type Row = ProxyDiagnostics['hostnames'][number]

/** With how many of them the visitor's address came. */
function addressWords({ forwarded, untrusted, missing }: Row): string {
  return [
    ...(forwarded > 0 ? [`${formatCount(forwarded)} with the visitor’s address`] : []),
    ...(untrusted > 0 ? [`${formatCount(untrusted)} with an address that is not believed`] : []),
    ...(missing > 0 ? [`${formatCount(missing)} without any address`] : []),
  ].join(', ')
}
