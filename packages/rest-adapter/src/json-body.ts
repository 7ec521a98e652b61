import { InvalidRequest, PayloadTooLarge, UnsupportedMediaType } from '@footfall/core-domain'
import { BodyRefused, readBody } from '@footfall/http-primitives'
import type { Request, RequestHandler } from 'express'

const BODY_BYTES_MAX = 256 * 1024

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const JSON_ONLY = ['application/json']

/** The bytes of a body of at most 256 KiB; empty without a body. */
export async function receiveBody(req: Request): Promise<Uint8Array> {
  try {
    return await readBody(req, { bytesMax: BODY_BYTES_MAX, decompress: true })
  } catch (error) {
    throw toDomainError(error)
  }
}

/**
 * A body as JSON. Bytes that are not UTF-8 are refused rather than replaced, so that what is stored is what was sent.
 */
export function parseJsonBody(req: Request, bytes: Uint8Array, mediaTypes: readonly string[] = JSON_ONLY): unknown {
  if (bytes.length === 0) throw refused('is required')
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

/** Middleware for routes that check nothing before their body. */
export function jsonBody(mediaTypes: readonly string[]): RequestHandler {
  return async (req, _res, next) => {
    req.body = parseJsonBody(req, await receiveBody(req), mediaTypes)
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

function toDomainError(error: unknown): unknown {
  if (!(error instanceof BodyRefused)) return error
  switch (error.failure) {
    case 'too_large':
      return new PayloadTooLarge(BODY_BYTES_MAX)
    case 'unsupported_encoding':
      return new UnsupportedMediaType('This content encoding is not supported.')
    case 'incomplete':
      return refused('did not arrive whole')
    case 'damaged':
      return refused('cannot be read')
  }
}
