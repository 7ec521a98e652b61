import type { ReactNode } from 'react'
import type { ReportMeta } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { formatDay, formatSpan } from '../../statistics/format.ts'
import { importSourceName } from '../../statistics/import-source.ts'

type Imported = NonNullable<ReportMeta['imported']>

interface ImportedNoteProps {
  readonly imported: Imported
  readonly span: Pick<ReportMeta, 'from' | 'to'>
}

/** Which part of a chart comes from an import. */
export function ImportedNote({ imported, span }: ImportedNoteProps): ReactNode {
  const sources = imported.sources.map(importSourceName).join(', ')
  const isFromStart = imported.from === span.from
  return (
    <p className="mt-1 text-muted text-sm">
      {isFromStart && imported.to !== span.to
        ? t('overview.imported_until', { sources, day: formatDay(imported.to) })
        : t('overview.imported_days', { sources, span: formatSpan(imported) })}
    </p>
  )
}
