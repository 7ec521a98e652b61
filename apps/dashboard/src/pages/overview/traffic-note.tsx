import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReportMeta } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { formatRatio } from '../../statistics/format.ts'

interface TrafficNoteProps {
  readonly meta: Pick<ReportMeta, 'product' | 'traffic'>
  /** A reader of a shared link sees only the numbers. */
  readonly isShared: boolean
}

/** How much of the traffic looks automated, and a link to the evidence. Nothing where nothing does. */
export function TrafficNote({ meta: { product, traffic }, isShared }: TrafficNoteProps): ReactNode {
  if (traffic === undefined) return undefined
  const { counted, suspected, unclassified_visits: unclassified = 0 } = traffic
  const share = suspected === null || suspected.visits === 0 ? undefined : formatRatio(suspected.share)
  const key = counted === 'human' ? 'overview.suspected_left_out' : 'overview.suspected_counted'
  const parts = [
    ...(share === undefined ? [] : [t(key, { share })]),
    ...(unclassified === 0 || isShared ? [] : [t('overview.unclassified_visits', { count: unclassified })]),
  ]
  if (parts.length === 0) return undefined
  const text = parts.join(' · ')
  return (
    <p className="mt-1 text-muted text-sm">
      {isShared || product === undefined ? (
        text
      ) : (
        <Link className="underline" hash="automation" params={{ product }} to="/products/$product/settings/collection">
          {text}
        </Link>
      )}
    </p>
  )
}
