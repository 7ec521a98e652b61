import type { IncomingMessage } from 'node:http'
import { InvalidRequest, PayloadTooLarge, UnsupportedMediaType } from '@footfall/core-domain'
import { BodyRejected, readBody } from '@footfall/http-primitives'
import { hasMoreValues } from './json-values.ts'

const BODY_BYTES_MAX = 256 * 1024
/** Parsing takes about two microseconds a value, in which nobody else is served: 2 MiB of names or brackets took 0.3 s. */
export const BODY_VALUES_MAX = 10_000

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const JSON_ONLY = ['application/json']

/** The bytes of a body of at most 256 KiB, or less; empty without a body. Throws a domain error for a body that cannot be read. */
export async function receiveBody(req: IncomingMessage, bytesMax: number = BODY_BYTES_MAX): Promise<Buffer> {
  try {
    return await readBody(req, { bytesMax, decompress: true })
  } catch (error) {
    throw toDomainError(error, bytesMax)
  }
}

/**
 * A body as a JSON object. Bytes that are not UTF-8 are an error and are not replaced, so that what is stored is what was sent.
 */
export function parseJsonBody(
  req: IncomingMessage,
  bytes: Uint8Array,
  mediaTypes: readonly string[] = JSON_ONLY,
  valuesMax: number = BODY_VALUES_MAX,
): unknown {
  if (bytes.length === 0) throw invalidBody('is required')
  assertMediaType(req, mediaTypes)
  if (hasMoreValues(bytes, valuesMax)) throw invalidBody(`must hold at most ${valuesMax} values`)
  let text: string
  try {
    text = strictUtf8.decode(bytes)
  } catch {
    throw invalidBody('is not valid UTF-8')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidBody('is not valid JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidBody('must be an object')
  return value
}

function assertMediaType(req: IncomingMessage, mediaTypes: readonly string[]): void {
  const given = req.headers['content-type'] ?? ''
  // As most clients write it.
  if (mediaTypes.includes(given)) return
  const [type = '', ...parameters] = given.split(';').map((part) => part.trim().toLowerCase())
  if (!mediaTypes.includes(type)) throw new UnsupportedMediaType(`Send the body as ${mediaTypes.join(' or ')}.`)
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  if (charset !== undefined && !UTF_8.test(charset)) throw new UnsupportedMediaType('Send the body in UTF-8.')
}

/** The label of UTF-8 as a parameter of a media type, and of ASCII, which is a part of it. */
const UTF_8 = /^charset="?(utf-?8|us-ascii)"?$/

function invalidBody(message: string): InvalidRequest {
  return new InvalidRequest([{ path: 'body', message }])
}

function toDomainError(error: unknown, bytesMax: number): unknown {
  if (!(error instanceof BodyRejected)) return error
  switch (error.failure) {
    case 'too_large':
      return new PayloadTooLarge(bytesMax)
    case 'unsupported_encoding':
      return new UnsupportedMediaType('This content encoding is not supported.')
    case 'incomplete':
      return invalidBody('did not arrive whole')
    case 'damaged':
      return invalidBody('cannot be read')
  }
}
