import type { Asker, ReportRange, ReportScope } from './analytics.ts'

export const EXPORT_FORMATS = ['ndjson', 'csv', 'parquet'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The way out for what a product collected, event by event. */
export interface EventExport {
  /**
   * The events of the days, oldest first, as the bytes of a file. Nothing happens before the first piece is asked for,
   * and no more is held than the reader has taken. Aborted, it ends with an error; `ServiceUnavailable` when the engine
   * does not answer. Throws `InvalidRequest` for a range that is backwards or too long, and `RateLimited` where too many
   * exports are being read, in all or of this share. A reader that stops reading has to be ended by its host.
   */
  events(scope: ReportScope, range: ReportRange, format: ExportFormat, reader: ExportReader): AsyncIterable<Uint8Array>
}

/** Who reads an export. */
export interface ExportReader extends Asker {
  readonly signal: AbortSignal
}
