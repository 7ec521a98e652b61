import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Health } from '../../../api/types.ts'
import { QueryPending } from '../../../forms/query-pending.tsx'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { usePreferences } from '../../../product/use-product.ts'
import { formatInstant } from '../../../statistics/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { healthQuery } from '../queries.ts'
import { AutomationEvidence } from './automation.tsx'
import { describeHealth, formatLag, formatUsual } from './describe-health.ts'

/** Health of collection, and events that were not counted. */
export function HealthCard({ product }: { readonly product: string }): ReactNode {
  const query = useQuery(healthQuery(product))
  return (
    <Card title={t('settings.collection.health')}>
      <QueryPending query={query} what={t('settings.collection.health_loading')} />
      {query.data && <Report health={query.data} />}
    </Card>
  )
}

function Report({ health }: { readonly health: Health }): ReactNode {
  const { timezone } = usePreferences()
  const { label, tone, why } = describeHealth(health)
  const { last_event_at: last, usual_weekday: usual, gaps, rejected, unlisted_names: unlisted, ingest } = health
  return (
    <div className="grid gap-5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <span className="min-w-0 flex-1 basis-64">{why}</span>
      </p>
      {last !== null && (
        <Facts
          facts={[
            { label: t('settings.collection.last_event'), value: <RelativeTime at={last} /> },
            {
              label: t('settings.collection.last_day'),
              value: t('settings.collection.events', { count: health.events_last_24_hours }),
            },
            ...(usual === null ? [] : [{ label: t('settings.collection.compared'), value: formatUsual(usual) }]),
            { label: t('settings.collection.processing'), value: formatLag(ingest) },
          ]}
        />
      )}
      {last !== null && (
        <section className="grid gap-1.5">
          <h3 className="font-semibold text-sm">{t('settings.collection.gaps')}</h3>
          {gaps.length === 0 ? (
            <p className="text-muted text-sm">{t('settings.collection.gaps_none')}</p>
          ) : (
            <ul className="grid gap-1 text-sm">
              {gaps.map(({ start, end, expected }) => (
                <li key={start}>
                  {t('settings.collection.gap_range', {
                    from: formatInstant(start, timezone),
                    to: formatInstant(end, timezone),
                  })}{' '}
                  <span className="text-muted">· {t('settings.collection.gap', { count: Math.round(expected) })}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {(last !== null || rejected.length > 0) && <Dropped rejected={rejected} />}
      {unlisted !== null && <Unlisted unlisted={unlisted} />}
      <AutomationEvidence automation={health.automation} />
    </div>
  )
}

/** Events with more new names than their network may bring. */
function Unlisted({ unlisted: { events, last_at: at } }: { readonly unlisted: NonNullable<Health['unlisted_names']> }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="font-semibold text-sm">{t('settings.collection.unlisted')}</h3>
      <p className="text-sm">
        <T id="settings.collection.dropped_row" values={{ count: events, when: <RelativeTime at={at} /> }} />
      </p>
      <p className="text-muted text-sm">{t('settings.collection.unlisted_hint')}</p>
    </section>
  )
}

/** Why events were not counted. */
function Dropped({ rejected }: Pick<Health, 'rejected'>): ReactNode {
  return (
    <section className="grid gap-1.5">
      <h3 className="font-semibold text-sm">{t('settings.collection.dropped')}</h3>
      {rejected.length === 0 ? (
        <p className="text-muted text-sm">{t('settings.collection.dropped_none')}</p>
      ) : (
        <ul className="grid gap-2.5 text-sm">
          {rejected.map(({ reason, count, last_at: at }) => (
            <li key={reason}>
              <p>
                <span className="font-semibold">{t(`settings.collection.drop_${reason}`)}</span>
                {': '}
                <T id="settings.collection.dropped_row" values={{ count, when: <RelativeTime at={at} /> }} />
              </p>
              <p className="text-muted">{t(`settings.collection.drop_${reason}_hint`)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
