import type { ReportMeta } from '../api/types.ts'
import { t } from '../messages/messages.ts'

type ImportSource = NonNullable<ReportMeta['imported']>['sources'][number]

/** The product that an import comes from, by its name. */
export function importSourceName(source: ImportSource): string {
  return source === 'simple-analytics' ? t('imports.source_simple_analytics') : t(`imports.source_${source}`)
}
