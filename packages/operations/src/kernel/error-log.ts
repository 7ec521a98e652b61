/** Where bugs and outages are logged. The request id is in the answer too. */
export interface ErrorLog {
  error(context: { request_id: string; err: unknown }, message: string): void
  warn(context: { request_id: string; err: unknown; unlogged?: number }, message: string): void
}
