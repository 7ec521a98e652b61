import type { ProductId } from '../ids.ts'
import type { ReportCaller, ReportRange, ReportScope } from './analytics.ts'

export const EXPORT_FORMATS = ['ndjson', 'csv', 'parquet'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Exports the events of a product. */
export interface EventExport {
  /**
   * The events of the range, oldest first, as the bytes of a file. Starts with the first read, and buffers no more than the
   * reader takes. Ends with an error when aborted, and with `ServiceUnavailable` when the warehouse does not answer. Throws
   * `InvalidRequest` for a range that is reversed or too long, and `RateLimited` for too many exports, in total or of this
   * account or person. The host must end a reader that stops reading.
   */
  events(scope: ReportScope, range: ReportRange, format: ExportFormat, reader: ExportReader): AsyncIterable<Uint8Array>
  /**
   * Every event of the visits of a visitor, by the pseudonyms of `pseudonymsOf`, oldest first, as the bytes of an NDJSON
   * file; none for a visitor of whom nothing is stored. Otherwise the same as `events`.
   */
  visitor(product: ProductId, visitors: readonly string[], reader: ExportReader): AsyncIterable<Uint8Array>
}

/** Who reads an export. */
export interface ExportReader extends ReportCaller {
  readonly signal: AbortSignal
}
