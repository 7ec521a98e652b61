import type { BridgeSettings } from './bridge-settings.ts'

/** A JSON-RPC message as far as the bridge looks into it. */
export type Message = Readonly<Record<string, unknown>>

type Id = string | number

const PROTOCOL_VERSION_META_KEY = 'io.modelcontextprotocol/protocolVersion'
const SERVER_ERROR = -32_000

export function parseMessage(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Sends messages to the service as they are, in either era of the protocol, and answers what comes back; undefined where
 * a message has no answer. Whatever goes wrong on the way is a JSON-RPC error to the request that it befell.
 */
export function createForwarder(settings: BridgeSettings, tell: (line: string) => void) {
  /** Of the handshake of 2025, which later requests repeat in a header. */
  let negotiated: string | undefined
  const running = new Map<Id, AbortController>()
  return async (message: Message): Promise<unknown> => {
    const id = idOf(message)
    if (message.method === 'notifications/cancelled') cancel(message)
    const gone = new AbortController()
    if (id !== undefined) running.set(id, gone)
    try {
      const reply = await exchange(settings, message, headersFor(message, negotiated), gone.signal)
      if (message.method === 'initialize') negotiated = versionIn(reply) ?? negotiated
      if (id !== undefined) return reply ?? failure(id, 'The service did not answer this request.')
      if (isRecord(reply) && isRecord(reply.error)) tell(`a notification was refused: ${String(reply.error.message)}`)
      return undefined
    } catch (error) {
      // Nobody waits for the answer to what was cancelled.
      if (gone.signal.aborted) return undefined
      const reason = `The service at ${new URL(settings.endpoint).origin} does not answer (${reasonOf(error)}).`
      if (id !== undefined) return failure(id, reason)
      tell(reason)
      return undefined
    } finally {
      if (id !== undefined) running.delete(id)
    }
  }

  function cancel({ params }: Message): void {
    const id = isRecord(params) ? params.requestId : undefined
    if (typeof id === 'string' || typeof id === 'number') running.get(id)?.abort()
  }
}

async function exchange(
  { endpoint, token }: BridgeSettings,
  message: Message,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(message),
    signal,
    // The token is for this address and follows nowhere else.
    redirect: 'error',
  })
  const text = await response.text()
  if (text === '' && response.ok) return undefined
  return asReply(message, response, text)
}

/** What the service answered, as an answer to this very request. */
function asReply(message: Message, response: Response, text: string): unknown {
  const id = idOf(message) ?? null
  const body = parseMessage(text)
  if (body?.jsonrpc === '2.0') return { ...body, id: body.id ?? id }
  if (body !== undefined && typeof body.detail === 'string') {
    return failure(id, body.detail, { status: response.status, code: body.code })
  }
  return failure(id, `The service answered with status ${response.status} and no message.`, { status: response.status })
}

function failure(id: Id | null, message: string, data?: Record<string, unknown>) {
  return { jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message, ...(data === undefined ? {} : { data }) } }
}

/** Revision 2026-07-28 repeats version, method and name in headers; those of 2025 the version alone, after the handshake. */
function headersFor({ method, params }: Message, negotiated: string | undefined): Record<string, string> {
  const fields = isRecord(params) ? params : {}
  const claimed = isRecord(fields._meta) ? fields._meta[PROTOCOL_VERSION_META_KEY] : undefined
  if (typeof claimed !== 'string') return negotiated === undefined ? {} : { 'MCP-Protocol-Version': negotiated }
  const name = fields.name ?? fields.uri
  return Object.fromEntries(
    [
      ['MCP-Protocol-Version', claimed],
      ['Mcp-Method', method],
      ['Mcp-Name', name],
    ].filter((header): header is [string, string] => isHeaderText(header[1])),
  )
}

/** Anything else is left out, and the service says that it is missing. */
const isHeaderText = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)

function versionIn(reply: unknown): string | undefined {
  const result = isRecord(reply) ? reply.result : undefined
  return isRecord(result) && typeof result.protocolVersion === 'string' ? result.protocolVersion : undefined
}

/** Answers to the service's own questions have an id too, and get no answer. */
function idOf({ id, method }: Message): Id | undefined {
  return method !== undefined && (typeof id === 'string' || typeof id === 'number') ? id : undefined
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'unknown reason'
  return 'code' in cause ? String(cause.code) : cause.message
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
