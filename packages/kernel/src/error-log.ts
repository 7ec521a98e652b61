/** Where bugs and outages are logged. The request id is in the answer too. */
export interface ErrorLog {
  error(context: { request_id: string; err: unknown }, message: string): void
  /** Of an outage: `request_id`, `cause` without a stack, and `unlogged` failures since the last such line. */
  warn(context: Readonly<Record<string, unknown>>, message: string): void
}
