import { connectionProblem } from '@footfall/client'
import { isRecord } from '@footfall/core-domain'
import type { BridgeSettings } from './bridge-settings.ts'

/** A JSON-RPC message; the bridge reads only the fields that it needs. */
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
 * Forwards messages to the service unchanged, in either era of the protocol, and returns the answer; undefined for a message
 * without one. Any failure becomes a JSON-RPC error of the request.
 */
export function createForwarder(settings: BridgeSettings, warn: (line: string) => void) {
  /** The version from the handshake of the 2025 revisions, which later requests repeat in a header. */
  let negotiated: string | undefined
  /** The client of the handshake. The service answers in the form that it shows its model. */
  let client: string | undefined
  const running = new Map<Id, AbortController>()
  return async (message: Message): Promise<unknown> => {
    const id = idOf(message)
    if (message.method === 'notifications/cancelled') cancel(message)
    const cancelled = new AbortController()
    if (id !== undefined) running.set(id, cancelled)
    try {
      if (message.method === 'initialize') client = clientOf(message)
      const headers = { ...headersFor(message, negotiated), ...(client !== undefined && { 'User-Agent': client }) }
      const reply = await exchange(settings, message, headers, cancelled.signal)
      if (message.method === 'initialize') negotiated = versionIn(reply) ?? negotiated
      if (id !== undefined) return reply ?? failure(id, 'The service did not answer this request.')
      if (isRecord(reply) && isRecord(reply.error)) warn(`a notification was rejected: ${String(reply.error.message)}`)
      return undefined
    } catch (error) {
      // A cancelled request gets no answer.
      if (cancelled.signal.aborted) return undefined
      const reason = `No response came from ${new URL(settings.endpoint).origin}: ${connectionProblem(error).reason}.`
      if (id !== undefined) return failure(id, reason)
      warn(reason)
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
    // A redirect must not carry the token to another address.
    redirect: 'error',
  })
  const text = await response.text()
  if (text === '' && response.ok) return undefined
  return asReply(message, response, text)
}

/** The response of the service as a JSON-RPC answer to this request. */
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

/** Revision 2026-07-28 repeats version, method and name in headers; the 2025 revisions only the version, after the handshake. */
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

/** The name of a client with its version, as a `User-Agent` has them; undefined for a name that a header cannot have. */
function clientOf({ params }: Message): string | undefined {
  const info = isRecord(params) && isRecord(params.clientInfo) ? params.clientInfo : {}
  const { name, version } = info
  if (typeof name !== 'string' || !/^[\x21-\x2e\x30-\x7e]{1,100}$/.test(name)) return undefined
  return typeof version === 'string' && /^[\x21-\x7e]{1,100}$/.test(version) ? `${name}/${version}` : name
}

/** Other values are left out; the service then reports the missing header. */
const isHeaderText = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)

function versionIn(reply: unknown): string | undefined {
  const result = isRecord(reply) ? reply.result : undefined
  return isRecord(result) && typeof result.protocolVersion === 'string' ? result.protocolVersion : undefined
}

/** The id of a request; undefined for notifications and responses. */
function idOf({ id, method }: Message): Id | undefined {
  return method !== undefined && (typeof id === 'string' || typeof id === 'number') ? id : undefined
}
