import type { ReactNode } from 'react'
import type { ReportMeta } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { formatDateRange, formatDay } from '../../statistics/format.ts'
import { importSourceName } from '../../statistics/import-source.ts'

type Imported = NonNullable<ReportMeta['imported']>

interface ImportedNoteProps {
  readonly imported: Imported
  readonly range: Pick<ReportMeta, 'from' | 'to'>
}

/** Which part of a chart comes from an import. */
export function ImportedNote({ imported, range }: ImportedNoteProps): ReactNode {
  const sources = imported.sources.map(importSourceName).join(', ')
  const isFromStart = imported.from === range.from
  return (
    <p className="mt-1 text-muted text-sm">
      {isFromStart && imported.to !== range.to
        ? t('overview.imported_until', { sources, day: formatDay(imported.to) })
        : t('overview.imported_days', { sources, range: formatDateRange(imported) })}
    </p>
  )
}
