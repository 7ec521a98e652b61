/** Where bugs and outages are told; the request id joins the line to the answer. */
export interface ErrorLog {
  error(context: { request_id: string; err: unknown }, message: string): void
  warn(context: { request_id: string; err: unknown; unlogged?: number }, message: string): void
}
