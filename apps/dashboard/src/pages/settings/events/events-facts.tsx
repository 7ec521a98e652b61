import type { ReactNode } from 'react'
import type { TrackedEvents } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { EventList } from './event-list.tsx'
import { AUTOMATIC } from './event-values.ts'

/** The settings without controls, for people who cannot change them. */
export function EventsFacts({ tracked }: { readonly tracked: TrackedEvents }): ReactNode {
  return (
    <>
      <Card description={t('common.admins_only')} flush title={t('settings.events.events')}>
        <div className={tracked.events.length === 0 ? '' : 'pt-3'}>
          <EventList events={tracked.events} />
        </div>
      </Card>
      <Card title={t('settings.events.automatic')}>
        <Facts
          facts={AUTOMATIC.map((what) => ({
            label: t(`settings.events.auto_${what}`),
            value: tracked.auto_capture[what] ? t('common.yes') : t('common.no'),
          }))}
        />
      </Card>
    </>
  )
}
