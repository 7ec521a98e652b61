import { SCRIPT_ERROR_EVENT, WEB_VITALS, WEB_VITALS_EVENT } from '@footfall/core-domain'
import { type PageReportColumns, pageReportColumns } from '../collector/page-report.ts'
import { tsvText } from '../log/tsv.ts'
import type { ImportedEvent } from './imported-event.ts'
import { ATTRIBUTE_SEPARATOR } from './staging.ts'

type ReportColumn = keyof PageReportColumns

/** What a page reports of itself, in the order in which staged rows hold it. */
export const STAGED_REPORT: readonly ReportColumn[] = [
  ...WEB_VITALS,
  'error_count',
  'error',
  'error_message',
  'error_source',
  'error_stack',
]

const TEXTS: readonly ReportColumn[] = ['error_message', 'error_source', 'error_stack']
export const isText = (column: ReportColumn): boolean => TEXTS.includes(column)

/**
 * The report of an event and the evidence on its visit as one field; empty for most, and for one of an export from before
 * it held the values. Imports that began with an earlier release staged fields without evidence, which then is none.
 */
export function reportField(event: ImportedEvent, evidence: number): string {
  const columns: Partial<PageReportColumns> = isReporting(event) ? pageReportColumns(event) : {}
  const parts = [...STAGED_REPORT.map((column) => columns[column] ?? ''), evidence || '']
  return parts.every((part) => part === '') ? '' : tsvText(parts.join(ATTRIBUTE_SEPARATOR))
}

/** The position of the evidence among the parts of a staged report, from 1. */
export const STAGED_EVIDENCE = STAGED_REPORT.length + 1

function isReporting({ name, vitals, error, watches_errors }: ImportedEvent): boolean {
  switch (name) {
    case WEB_VITALS_EVENT:
      return vitals !== undefined
    case SCRIPT_ERROR_EVENT:
      return error !== undefined
    default:
      return name === 'engagement' && watches_errors === true
  }
}
