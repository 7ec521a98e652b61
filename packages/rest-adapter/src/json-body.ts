import { InvalidRequest, PayloadTooLarge, UnsupportedMediaType } from '@footfall/core-domain'
import { type RequestHandler, raw } from 'express'

export const BODY_BYTES_MAX = 256 * 1024

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const readBytes = raw({ type: () => true, limit: BODY_BYTES_MAX })

/**
 * Reads a JSON body of at most 256 KiB. Bytes that are not UTF-8 are refused rather than replaced, so that what is
 * stored is what was sent.
 */
export function jsonBody(mediaTypes: readonly string[]): RequestHandler {
  return (req, res, next) => {
    const type = (req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (!mediaTypes.includes(type)) {
      throw new UnsupportedMediaType(`Send the body as ${mediaTypes.join(' or ')}.`)
    }
    readBytes(req, res, (error?: unknown) => {
      if (error !== undefined) return next(readFailure(error))
      try {
        req.body = parseJson(req.body)
        next()
      } catch (refusal) {
        next(refusal)
      }
    })
  }
}

function parseJson(bytes: unknown): unknown {
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) throw refused('is required')
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
