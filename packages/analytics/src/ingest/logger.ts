/** The part of pino that ingest needs. Fields never hold rows, addresses or causes with either in them. */
export interface IngestLogger {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}
