import type { IncomingMessage } from 'node:http'

const WARNING = {
  type: 'BodyParserWarning',
  code: 'BODY_ALREADY_PARSED',
  detail:
    'Mount the handler before express.json(), express.urlencoded() and other body parsers. Its own limits apply then, and it sees the body as it was sent.',
}
let warned = false

/**
 * The body of a request that a body parser has already read: the content of `req.body`, as text of the type that was sent. Warns
 * once. Throws if the parser left no usable content.
 */
export function parsedBody(req: IncomingMessage): Buffer {
  const { body } = req as IncomingMessage & { readonly body?: unknown }
  const text = textOf(body, req.headers['content-type'] ?? '')
  warnOnce(
    `A body parser read a request before its handler, so the handler ${text === undefined ? 'fails' : 'uses req.body'}.`,
  )
  if (text === undefined) throw new Error('The body was already read: mount this handler before any body parser.')
  return text
}

function textOf(body: unknown, contentType: string): Buffer | undefined {
  if (body instanceof Uint8Array) return Buffer.from(body)
  if (typeof body === 'string') return Buffer.from(body)
  if (/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) return formOf(body)
  return body === undefined || !/[/+]json\s*(;|$)/i.test(contentType) ? undefined : Buffer.from(JSON.stringify(body))
}

/** A parameter that was sent repeatedly is an array for the parsers of Express: it stays repeated. */
function formOf(body: unknown): Buffer | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) for (const text of textsIn(value)) form.append(name, text)
  return Buffer.from(form.toString())
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function warnOnce(message: string): void {
  if (warned) return
  warned = true
  process.emitWarning(message, WARNING)
}
