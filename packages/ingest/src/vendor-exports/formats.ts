import type { ExportFormat } from './reading.ts'
import { fathom } from './sources/fathom.ts'
import { ga4BigQuery } from './sources/ga4-bigquery.ts'
import { ga4Csv } from './sources/ga4-csv.ts'
import { ga4Json } from './sources/ga4-json.ts'
import { matomo } from './sources/matomo.ts'
import { plausible } from './sources/plausible.ts'
import { simpleAnalytics } from './sources/simple-analytics.ts'
import { umamiCsv } from './sources/umami-csv.ts'
import { umamiDump } from './sources/umami-dump.ts'

/** Every format that is recognised, in the order in which they are tried. */
export const EXPORT_FORMATS: readonly ExportFormat[] = [
  plausible,
  umamiCsv,
  umamiDump,
  simpleAnalytics,
  fathom,
  matomo,
  ga4BigQuery,
  ga4Json,
  ga4Csv,
]
