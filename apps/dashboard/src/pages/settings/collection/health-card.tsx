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
import { Loading } from '../../../ui/spinner.tsx'
import { When } from '../../../ui/when.tsx'
import { healthQuery } from '../queries.ts'
import { healthWords, lagWords, rejectionWords, usualWords } from './describe-health.ts'
import { countWords } from './event-count.ts'

/** Whether events arrive as they usually do, and what was left out. */
export function HealthCard({ product }: { readonly product: string }): ReactNode {
  const { data, error, refetch } = useQuery(healthQuery(product))
  return (
    <Card title="Do events arrive?">
      {data !== undefined ? (
        <Report health={data} />
      ) : error instanceof ApiProblem ? (
        <ProblemNotice onRetry={() => void refetch()} problem={error} />
      ) : (
        <Loading what="whether events arrive" />
      )}
    </Card>
  )
}

function Report({ health }: { readonly health: Health }): ReactNode {
  const { timezone } = usePreferences()
  const { label, tone, why } = healthWords(health)
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
            { label: 'Last event', value: <When at={last} /> },
            { label: 'Last 24 hours', value: countWords(health.events_last_24_hours) },
            ...(usual === null ? [] : [{ label: 'Against the usual', value: usualWords(usual) }]),
            { label: 'Being counted', value: lagWords(ingest) },
          ]}
        />
      )}
      {last !== null && (
        <section className="grid gap-1.5">
          <h3 className="font-semibold text-sm">Gaps in the last 7 days</h3>
          {gaps.length === 0 ? (
            <p className="text-muted text-sm">None: no hour was silent in which events usually come.</p>
          ) : (
            <ul className="grid gap-1 text-sm">
              {gaps.map(({ start, end, expected }) => (
                <li key={start}>
                  {formatInstant(start, timezone)} to {formatInstant(end, timezone)}{' '}
                  <span className="text-muted">
                    · nothing came, where about {countWords(Math.round(expected))} used to
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
          <p className="text-muted text-sm">Nothing was left out.</p>
        ) : (
          <ul className="grid gap-2.5 text-sm">
            {rejected.map(({ reason, count, last_at: at }) => (
              <li key={reason}>
                <p>
                  <span className="font-semibold">{rejectionWords(reason).what}</span>
                  {`: ${countWords(count)}, the last `}
                  <When at={at} />
                </p>
                <p className="text-muted">{rejectionWords(reason).why}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
