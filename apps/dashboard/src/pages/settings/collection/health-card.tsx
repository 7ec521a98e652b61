import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../../api/problem.ts'
import type { Health } from '../../../api/types.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { usePreferences } from '../../../product/use-product.ts'
import { formatInstant } from '../../../statistics/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { healthQuery } from '../queries.ts'
import { describeDropReason, describeHealth, formatLag, formatUsual } from './describe-health.ts'
import { formatEventCount } from './event-count.ts'

/** Health of collection, and events that were not counted. */
export function HealthCard({ product }: { readonly product: string }): ReactNode {
  const { data, error, refetch } = useQuery(healthQuery(product))
  return (
    <Card title="Health">
      {data !== undefined ? (
        <Report health={data} />
      ) : error instanceof ApiProblem ? (
        <ProblemNotice onRetry={() => void refetch()} problem={error} />
      ) : (
        <Loading what="health" />
      )}
    </Card>
  )
}

function Report({ health }: { readonly health: Health }): ReactNode {
  const { timezone } = usePreferences()
  const { label, tone, why } = describeHealth(health)
  const { last_event_at: last, usual_weekday: usual, gaps, rejected, ingest } = health
  return (
    <div className="grid gap-5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <span className="min-w-0 flex-1 basis-64">{why}</span>
      </p>
      {last !== null && (
        <Facts
          facts={[
            { label: 'Last event', value: <RelativeTime at={last} /> },
            { label: 'Last 24 hours', value: formatEventCount(health.events_last_24_hours) },
            ...(usual === null ? [] : [{ label: 'Compared to usual', value: formatUsual(usual) }]),
            { label: 'Processing', value: formatLag(ingest) },
          ]}
        />
      )}
      {last !== null && (
        <section className="grid gap-1.5">
          <h3 className="font-semibold text-sm">Gaps in the last 7 days</h3>
          {gaps.length === 0 ? (
            <p className="text-muted text-sm">No gaps.</p>
          ) : (
            <ul className="grid gap-1 text-sm">
              {gaps.map(({ start, end, expected }) => (
                <li key={start}>
                  {formatInstant(start, timezone)} to {formatInstant(end, timezone)}{' '}
                  <span className="text-muted">
                    · no events, about {formatEventCount(Math.round(expected))} expected
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <section className="grid gap-1.5">
        <h3 className="font-semibold text-sm">Not counted in the last 7 days</h3>
        {rejected.length === 0 ? (
          <p className="text-muted text-sm">All events were counted.</p>
        ) : (
          <ul className="grid gap-2.5 text-sm">
            {rejected.map(({ reason, count, last_at: at }) => (
              <li key={reason}>
                <p>
                  <span className="font-semibold">{describeDropReason(reason).what}</span>
                  {`: ${formatEventCount(count)}, the last `}
                  <RelativeTime at={at} />
                </p>
                <p className="text-muted">{describeDropReason(reason).why}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
