import type { ReactNode } from 'react'
import type { ImportedFile } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { formatDateRange, formatDay } from '../../../statistics/format.ts'
import { importSourceName } from '../../../statistics/import-source.ts'
import { Notice } from '../../../ui/notice.tsx'

/** The vendor of the file, its days and its rows. */
export function ImportFacts({ imported }: { readonly imported: ImportedFile }): ReactNode {
  const { source, site, from, to, rows, status } = imported
  const days = from === null || to === null ? undefined : formatDateRange({ from, to })
  const count =
    status === 'uploaded' ? t('settings.import.rows_to_come', { rows }) : t('settings.import.rows', { rows })
  return <p className="text-sm">{[importSourceName(source), days, count, site].filter(Boolean).join(' · ')}</p>
}

/** Warns that part of the file is older than the retention of the product. */
export function BeyondRetention({ imported }: { readonly imported: ImportedFile }): ReactNode {
  const { beyond_retention: beyond, status } = imported
  if (beyond === null || status === 'failed' || status === 'removing') return null
  const { retention_days, kept_from, days, events, figures } = beyond
  const values = { retention_days, date: formatDay(kept_from), days, rows: events + figures }
  return (
    <Notice role="note" tone="warning">
      <p>{t('settings.import.beyond_retention', values)}</p>
      <p>
        {status === 'uploaded'
          ? t('settings.import.beyond_retention_first')
          : t('settings.import.beyond_retention_now')}
      </p>
    </Notice>
  )
}

/** Rows that the import leaves out, with their first lines. */
export function LeftOut({ leftOut }: { readonly leftOut: ImportedFile['left_out'] }): ReactNode {
  if (leftOut.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="min-h-8 text-muted">{t('settings.import.left_out', { count: leftOut.length })}</summary>
      <ul className="list-disc pt-1 pl-5">
        {leftOut.map(({ what, count, lines }) => (
          <li className="break-words" key={what}>
            {t('settings.import.left_out_of', { what, count })}
            {lines.length > 0 && (
              <span className="text-muted">
                {' '}
                {lines
                  .map(({ entry, line }) =>
                    entry === ''
                      ? t('settings.import.line', { line })
                      : t('settings.import.entry_line', { entry, line }),
                  )
                  .join(', ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
