import { InvalidRequest, PayloadTooLarge, UnsupportedMediaType } from '@footfall/core-domain'
import { type Request, type RequestHandler, type Response, raw } from 'express'

const BODY_BYTES_MAX = 256 * 1024

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const reader = raw({ type: () => true, limit: BODY_BYTES_MAX })
const JSON_ONLY = ['application/json']

/** The bytes of a body of at most 256 KiB; undefined when there is none. */
export function readBody(req: Request, res: Response): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    reader(req, res, (error?: unknown) => {
      if (error !== undefined) reject(readFailure(error))
      else resolve(req.body instanceof Uint8Array ? req.body : undefined)
    })
  })
}

/**
 * A body as JSON. Bytes that are not UTF-8 are refused rather than replaced, so that what is stored is what was sent.
 */
export function parseJsonBody(
  req: Request,
  bytes: Uint8Array | undefined,
  mediaTypes: readonly string[] = JSON_ONLY,
): unknown {
  if (bytes === undefined || bytes.length === 0) throw refused('is required')
  assertMediaType(req, mediaTypes)
  let text: string
  try {
    text = strictUtf8.decode(bytes)
  } catch {
    throw refused('is not valid UTF-8')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw refused('is not valid JSON')
  }
}

/** Middleware for routes that judge nothing before their body. */
export function jsonBody(mediaTypes: readonly string[]): RequestHandler {
  return async (req, res, next) => {
    req.body = parseJsonBody(req, await readBody(req, res), mediaTypes)
    next()
  }
}

function assertMediaType(req: Request, mediaTypes: readonly string[]): void {
  const type = (req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!mediaTypes.includes(type)) throw new UnsupportedMediaType(`Send the body as ${mediaTypes.join(' or ')}.`)
}

function refused(message: string): InvalidRequest {
  return new InvalidRequest([{ path: 'body', message }])
}

/** What the reader of bytes throws, by its own `type` names. */
function readFailure(error: unknown): unknown {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined
  switch (type) {
    case 'entity.too.large':
      return new PayloadTooLarge(BODY_BYTES_MAX)
    case 'encoding.unsupported':
      return new UnsupportedMediaType('This content encoding is not supported.')
    case 'request.aborted':
    case 'request.size.invalid':
      return refused('did not arrive whole')
    default:
      return error instanceof Error && 'status' in error && error.status === 400 ? refused('cannot be read') : error
  }
}
