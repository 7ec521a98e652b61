import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { saveCsv } from '../../statistics/csv.ts'
import { Button } from '../../ui/button.tsx'

interface ExportButtonProps {
  /** The file without its ending. */
  readonly name: string
  /** What is in it. */
  readonly what: string
  readonly csv: () => string
}

/** Saves a table of the report as CSV. */
export function ExportButton({ name, what, csv }: ExportButtonProps): ReactNode {
  return (
    <Button
      aria-label={t('crawlers.export', { what })}
      aligned="right"
      kind="quiet"
      onClick={() => saveCsv(`${name}.csv`, csv())}
      size="small"
    >
      {t('breakdowns.export_csv')}
    </Button>
  )
}
