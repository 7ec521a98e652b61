import { isRecord, type TraceContext } from '@footfall/core-domain'

/** `tracestate` has up to 512 characters, `traceparent` fewer (W3C Trace Context, §3.3.1.5). */
const TEXT_MAX = 512

/**
 * The span that a message names in `_meta` (MCP, SEP-414): one connection carries messages of many traces, so a header cannot
 * name it. Undefined if there is none; a request is never rejected for its trace.
 */
export function traceOf(message: unknown): TraceContext | undefined {
  const params = isRecord(message) ? message.params : undefined
  const meta = isRecord(params) ? params._meta : undefined
  if (!isRecord(meta) || !isShortText(meta.traceparent)) return undefined
  return { traceparent: meta.traceparent, tracestate: isShortText(meta.tracestate) ? meta.tracestate : undefined }
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_MAX
}
