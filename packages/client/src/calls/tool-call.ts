import { FootfallError, invalidArgument, withoutSecrets } from '../errors.ts'
import type { Connection } from '../transport/connection.ts'
import { errorOf, type Fields, fieldsOf, isFields, notOfTheService } from '../transport/json.ts'
import type { Incoming } from '../transport/request.ts'
import type { Answer, Call } from './call.ts'
import { answerIn } from './rest-call.ts'

const REVISION = '2026-07-28'

export interface ToolAnswer extends Answer {
  /** The complete answer as text for a model. */
  readonly text: string
}

/** Calls a tool of the MCP endpoint, in one stateless request. */
export async function callTool(
  connection: Connection,
  name: string,
  given: Fields,
  toolset: string | undefined,
  signal: AbortSignal | undefined,
): Promise<ToolAnswer> {
  if (!/^\w{1,128}$/.test(name)) throw invalidArgument('The name of a tool has letters, digits and underscores only.')
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: '@footfall/client', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name, arguments: given, _meta: meta }
  const request = {
    method: 'POST',
    path: `/api/mcp?answers=both${toolset === undefined ? '' : `&toolset=${encodeURIComponent(toolset)}`}`,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  }
  return connection.ask(request, (incoming) => resultOf(incoming, connection.now()), signal)
}

/** Calls a tool whose confirmation is a matter of arguments. */
export function toolCall(connection: Connection, name: string, toolset: string): Call {
  return (given, { confirmation, signal }) => {
    const confirmed = confirmation && {
      confirm: true,
      idempotency_key: confirmation.key,
      ...(confirmation.preview !== undefined && { preview: confirmation.preview }),
    }
    return callTool(connection, name, { ...given, ...confirmed }, toolset, signal)
  }
}

function resultOf(incoming: Incoming, now: number): ToolAnswer {
  const fields = fieldsOf(incoming)
  if (isFields(fields?.error)) throw protocolError(fields.error, incoming, now)
  if (incoming.status >= 400) throw errorOf(fields, incoming, now)
  const result = fields?.result
  if (!isFields(result)) throw notOfTheService(incoming)
  const { structuredContent, content, isError } = result
  if (!isFields(structuredContent)) throw notOfTheService(incoming)
  if (isError === true) {
    const status = typeof structuredContent.status === 'number' ? structuredContent.status : incoming.status
    throw errorOf(structuredContent, { ...incoming, status }, now)
  }
  if (!('data' in structuredContent)) throw notOfTheService(incoming)
  return { ...answerIn(structuredContent, incoming), text: textIn(content) }
}

function protocolError({ message, data }: Fields, incoming: Incoming, now: number): FootfallError<string> {
  if (isFields(data) && typeof data.code === 'string') return errorOf(data, incoming, now)
  if (incoming.status >= 400) return errorOf({ detail: message }, incoming, now)
  const detail = typeof message === 'string' ? withoutSecrets(message) : 'The call was rejected.'
  return new FootfallError('invalid_request', detail, { status: incoming.status })
}

function textIn(content: unknown): string {
  const blocks = Array.isArray(content) ? content.filter(isFields) : []
  return blocks.flatMap(({ text }) => (typeof text === 'string' ? text : [])).join('\n')
}
