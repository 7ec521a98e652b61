import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Installation } from '../../../api/types.ts'
import { installationQuery } from '../../../product/installation-queries.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { formatEventCount } from './event-count.ts'

type Domain = Installation['domains'][number]

/** Each registered or seen hostname with its events. */
export function InstallationCard({ product }: { readonly product: string }): ReactNode {
  const { data } = useSuspenseQuery(installationQuery(product))
  return (
    <Card description="Your domains and all other hostnames that sent events." flush title="Hostnames">
      {data.domains.length === 0 ? (
        <EmptyState title="No hostnames yet">
          Add your domains below and the script to their pages. A hostname appears with its first event.
        </EmptyState>
      ) : (
        <ul className="divide-y border-t">
          {data.domains.map((domain) => (
            <li className="grid gap-0.5 px-5 py-3" key={domain.hostname}>
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="break-all font-semibold">{domain.hostname}</span>
                {domain.first_event_at === null ? <Badge>No events</Badge> : <Badge tone="good">Active</Badge>}
                {!domain.registered && <Badge tone="warning">Not in your domains</Badge>}
              </p>
              <p className="text-muted text-sm">
                <DomainDetails domain={domain} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function DomainDetails({ domain }: { readonly domain: Domain }): ReactNode {
  if (domain.last_event_at === null) return 'No events yet. Check that the script is on its pages.'
  return (
    <>
      {`${formatEventCount(domain.events_last_30_days)} in the last 30 days, the last `}
      <RelativeTime at={domain.last_event_at} />
      {domain.script_version === null
        ? domain.tracker_seen
          ? ' · sent by the script'
          : ' · sent by API calls, not by the script'
        : ` · script version ${domain.script_version}`}
    </>
  )
}
