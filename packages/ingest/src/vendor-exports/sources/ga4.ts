import { ga4BigQuery } from '../ga4/bigquery.ts'
import { ga4Csv } from '../ga4/csv.ts'
import { ga4Json } from '../ga4/json.ts'
import type { ExportFormat } from '../reading.ts'

export const formats: readonly ExportFormat[] = [ga4BigQuery, ga4Json, ga4Csv]
