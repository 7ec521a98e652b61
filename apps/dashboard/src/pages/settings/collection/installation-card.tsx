import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Installation } from '../../../api/types.ts'
import { installationQuery } from '../../../product/installation-queries.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { When } from '../../../ui/when.tsx'
import { countWords } from './event-count.ts'

type Place = Installation['domains'][number]

/** Each hostname, on the list or seen, with what came from it. */
export function InstallationCard({ product }: { readonly product: string }): ReactNode {
  const { data } = useSuspenseQuery(installationQuery(product))
  return (
    <Card
      description="Your domains, and every other hostname that sent something."
      flush
      title="Where events come from"
    >
      {data.domains.length === 0 ? (
        <EmptyState title="No hostname yet">
          Add your domains below, and put the line on their pages. Hostnames appear here with their first event.
        </EmptyState>
      ) : (
        <ul className="divide-y border-t">
          {data.domains.map((place) => (
            <li className="grid gap-0.5 px-5 py-3" key={place.hostname}>
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="break-all font-semibold">{place.hostname}</span>
                {place.first_event_at === null ? <Badge>Nothing yet</Badge> : <Badge tone="good">Seen</Badge>}
                {!place.registered && <Badge tone="warning">Not among your domains</Badge>}
              </p>
              <p className="text-muted text-sm">
                <What place={place} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function What({ place }: { readonly place: Place }): ReactNode {
  if (place.last_event_at === null) return 'No event came from it. Is the line on its pages?'
  return (
    <>
      {`${countWords(place.events_last_30_days)} in the last 30 days, the last `}
      <When at={place.last_event_at} />
      {place.script_version === null
        ? place.tracker_seen
          ? ' · sent by the script'
          : ' · sent by calls of your own, not by the script'
        : ` · script version ${place.script_version}`}
    </>
  )
}
