import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Installation } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { installationQuery } from '../../../product/installation-queries.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RelativeTime, When } from '../../../ui/relative-time.tsx'

type Domain = Installation['domains'][number]

/** Each registered or seen hostname with its events. */
export function InstallationCard({ product }: { readonly product: string }): ReactNode {
  const { data } = useSuspenseQuery(installationQuery(product))
  return (
    <Card description={t('settings.collection.hostnames_hint')} flush title={t('settings.collection.hostnames')}>
      {data.domains.length === 0 ? (
        <EmptyState title={t('settings.collection.hostnames_none')}>
          {t('settings.collection.hostnames_none_hint')}
        </EmptyState>
      ) : (
        <ul className="divide-y border-t">
          {data.domains.map((domain) => (
            <li className="grid gap-0.5 px-5 py-3" key={domain.hostname}>
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="break-all font-semibold">{domain.hostname}</span>
                {domain.first_event_at === null ? (
                  <Badge>{t('settings.collection.no_events')}</Badge>
                ) : (
                  <Badge tone="good">{t('common.active')}</Badge>
                )}
                {!domain.registered && <Badge tone="warning">{t('settings.collection.not_listed')}</Badge>}
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

function sentBy({ script_version: version, tracker_seen }: Domain): string {
  if (version !== null) return t('settings.collection.by_version', { version })
  return tracker_seen ? t('settings.collection.by_script') : t('settings.collection.by_api')
}

function DomainDetails({ domain }: { readonly domain: Domain }): ReactNode {
  if (domain.last_event_at === null) return t('settings.collection.no_events_hint')
  return (
    <>
      <T
        id="settings.collection.recent_events"
        values={{ count: domain.events_last_30_days, days: 30, when: <RelativeTime at={domain.last_event_at} /> }}
      />
      {' · '}
      {sentBy(domain)}
      {domain.tracker_seen && (
        <>
          {' · '}
          <WebVitals at={domain.web_vitals_at} />
        </>
      )}
    </>
  )
}

function WebVitals({ at }: { readonly at: string | null }): ReactNode {
  if (at === null) return t('settings.collection.no_web_vitals')
  return <When at={at} id="settings.collection.web_vitals" />
}
