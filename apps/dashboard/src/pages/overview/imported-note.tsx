import type { ReactNode } from 'react'
import type { ReportMeta } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { formatDay, formatSpan } from '../../statistics/format.ts'

type Imported = NonNullable<ReportMeta['imported']>

const SOURCES: Readonly<Record<Imported['sources'][number], string>> = {
  footfall: 'Footfall',
  plausible: 'Plausible',
  ga4: 'Google Analytics',
  umami: 'Umami',
  matomo: 'Matomo',
  fathom: 'Fathom',
  'simple-analytics': 'Simple Analytics',
}

interface ImportedNoteProps {
  readonly imported: Imported
  readonly span: Pick<ReportMeta, 'from' | 'to'>
}

/** Which part of a chart comes from an import. */
export function ImportedNote({ imported, span }: ImportedNoteProps): ReactNode {
  const sources = imported.sources.map((source) => SOURCES[source]).join(', ')
  const isFromStart = imported.from === span.from
  return (
    <p className="mt-1 text-muted text-sm">
      {isFromStart && imported.to !== span.to
        ? t('overview.imported_until', { sources, day: formatDay(imported.to) })
        : t('overview.imported_days', { sources, span: formatSpan(imported) })}
    </p>
  )
}
