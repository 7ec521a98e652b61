import type { ReactNode } from 'react'
import type { ReportMeta } from '../api/types.ts'
import { formatDay, formatInstant } from './format.ts'

/** Notes on how the figures above were counted. */
export function ReportNotes({ meta }: { readonly meta: ReportMeta }): ReactNode {
  const { retention, suppression, fresh_until, timezone, from, to } = meta
  return (
    <footer className="grid gap-0.5 text-muted text-sm">
      <p>
        Data up to {formatInstant(fresh_until, timezone)}. Days are in the time zone {timezone}.
        {from !== to && ' A visitor is counted once per UTC day.'}
      </p>
      {from < retention.available_from && (
        <p>
          Events before {formatDay(retention.available_from)} are deleted: this product keeps {retention.days} days.
        </p>
      )}
      {suppression.threshold > 0 && (
        <p>Figures of fewer than {suppression.threshold} visitors are withheld to protect privacy.</p>
      )}
    </footer>
  )
}
