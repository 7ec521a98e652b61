import type { IncomingMessage } from 'node:http'
import { BodyRejected, readBody } from '@footfall/http-primitives'
import { hasMoreValues } from '@footfall/kernel'
import { isJsonContentType } from '@modelcontextprotocol/server'
import { protocolError, type Reply } from './reply.ts'

const BODY_BYTES_MAX = 256 * 1024
/** A question with all its filters has half as many. Sorting unknown arguments takes four microseconds each. */
const BODY_VALUES_MAX = 4_000

const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const SERVER_ERROR = -32_000
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

export type Message = { readonly value: unknown } | { readonly rejected: Reply }

/**
 * Reads the one JSON value of a request, once it has arrived and `turn` has let it. Whether it is a JSON-RPC message is checked later,
 * by the protocol.
 */
export async function readMessage(req: IncomingMessage, turn: () => Promise<void> | undefined): Promise<Message> {
  if (!isJsonContentType(req.headers['content-type'])) return unsupported()
  let value: unknown
  try {
    const bytes = await readBody(req, { bytesMax: BODY_BYTES_MAX })
    const waiting = turn()
    if (waiting !== undefined) await waiting
    if (hasMoreValues(bytes, BODY_VALUES_MAX)) return tooManyValues()
    value = JSON.parse(strictUtf8.decode(bytes))
  } catch (error) {
    return rejectionOf(error)
  }
  // Revisions since 2025-06-18 have no batches; one request is one call, one count and one answer.
  if (Array.isArray(value))
    return reject(400, INVALID_REQUEST, 'Invalid Request: batches are not served; send one message.')
  return { value }
}

function rejectionOf(error: unknown): Message {
  const failure = error instanceof BodyRejected ? error.failure : undefined
  // Any error other than text that does not decode or parse is a fault of the service, such as a body parser before the endpoint.
  if (failure === undefined && !(error instanceof SyntaxError || error instanceof TypeError)) throw error
  if (failure === 'unsupported_encoding') return unsupported()
  if (failure === 'too_large')
    return reject(413, SERVER_ERROR, `Payload Too Large: a message has at most ${BODY_BYTES_MAX} bytes.`, {
      Connection: 'close',
    })
  return reject(400, PARSE_ERROR, 'Parse error: the body is not valid JSON.')
}

const unsupported = () =>
  reject(415, SERVER_ERROR, 'Unsupported Media Type: send the message as application/json, without an encoding.')

const tooManyValues = () =>
  reject(413, SERVER_ERROR, `Payload Too Large: a message has at most ${BODY_VALUES_MAX} values.`)

const reject = (status: number, code: number, message: string, headers?: Record<string, string>): Message => ({
  rejected: protocolError(status, code, message, headers === undefined ? {} : { headers }),
})
