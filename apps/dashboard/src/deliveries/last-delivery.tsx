import type { ReactNode } from 'react'
import type { LastDelivery } from '../api/types.ts'
import { t } from '../messages/messages.ts'
import { T } from '../messages/t.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'

const TONES: Readonly<Record<LastDelivery['state'], Tone>> = {
  waiting: 'neutral',
  delivered: 'good',
  partly_delivered: 'warning',
  failed: 'danger',
}

/** How the last message was delivered. */
export function LastDeliveryLine({ delivery }: { readonly delivery: LastDelivery | null }): ReactNode {
  if (delivery === null) return <p className="text-muted text-sm">{t('deliveries.never_sent')}</p>
  const { at, state, delivered, recipients, problem } = delivery
  return (
    <div className="grid gap-0.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={TONES[state]}>{t(`deliveries.state_${state}`)}</Badge>
        <span className="text-muted">
          <T id="deliveries.last" values={{ when: <RelativeTime at={at} />, delivered, recipients }} />
        </span>
      </p>
      {problem !== null && state !== 'delivered' && <p className="wrap-anywhere text-danger">{problem}</p>}
    </div>
  )
}
