import type { ReactNode } from 'react'
import type { ReportMeta } from '../api/types.ts'
import { formatDay, formatInstant } from './format.ts'

/** What one has to know to read the numbers above. */
export function ReportNotes({ meta }: { readonly meta: ReportMeta }): ReactNode {
  const { retention, suppression, fresh_until, timezone, from, to } = meta
  return (
    <footer className="grid gap-0.5 text-muted text-sm">
      <p>
        Counted until {formatInstant(fresh_until, timezone)}. Days are those of {timezone}.
        {from !== to && ' A visitor counts once for each UTC day they came.'}
      </p>
      {from < retention.available_from && (
        <p>
          Days before {formatDay(retention.available_from)} are not kept: this product keeps {retention.days} days.
        </p>
      )}
      {suppression.threshold > 0 && (
        <p>Figures of fewer than {suppression.threshold} visitors are withheld, so that nobody can be made out.</p>
      )}
    </footer>
  )
}
