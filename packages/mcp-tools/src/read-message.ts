import type { IncomingMessage } from 'node:http'
import { isJsonContentType } from '@modelcontextprotocol/server'
import { protocolError, type Reply } from './reply.ts'

const BODY_BYTES_MAX = 256 * 1024

const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const SERVER_ERROR = -32_000
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

export type Message = { readonly value: unknown } | { readonly refused: Reply }

/** The one JSON-RPC message of a request. Whether it is one is for the protocol to say; here it is JSON, and no batch. */
export async function readMessage(req: IncomingMessage): Promise<Message> {
  const encoding = req.headers['content-encoding']
  if (!isJsonContentType(req.headers['content-type']) || (encoding !== undefined && encoding !== 'identity'))
    return refuse(415, SERVER_ERROR, 'Unsupported Media Type: send the message as application/json.')
  const bytes = await readBytes(req)
  if (bytes === undefined)
    return refuse(413, SERVER_ERROR, `Payload Too Large: a message has at most ${BODY_BYTES_MAX} bytes.`, {
      Connection: 'close',
    })
  let value: unknown
  try {
    value = JSON.parse(strictUtf8.decode(bytes))
  } catch {
    return refuse(400, PARSE_ERROR, 'Parse error: the body is not valid JSON.')
  }
  // Revisions since 2025-06-18 know no batches; one request is one call, one count and one answer.
  if (Array.isArray(value))
    return refuse(400, INVALID_REQUEST, 'Invalid Request: batches are not served; send one message.')
  return { value }
}

async function readBytes(req: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(req.headers['content-length'] ?? 0) > BODY_BYTES_MAX) return undefined
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req) {
    size += chunk.byteLength
    if (size > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const refuse = (status: number, code: number, message: string, headers?: Record<string, string>): Message => ({
  refused: protocolError(status, code, message, headers === undefined ? {} : { headers }),
})
