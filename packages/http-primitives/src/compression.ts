import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'
import type { Middleware } from './middleware.ts'
import { vary } from './vary.ts'

/** Shorter bodies gain less than the packets that they travel in. */
const PLAIN_BYTES_MAX = 1024
/** Longer bodies are compressed by the thread pool, so that other requests do not wait. */
const SYNC_BYTES_MAX = 32 * 1024
const TEXT = /^(text\/|image\/svg\+xml|application\/([\w.-]+\+)?(json|javascript|manifest))/

/** Levels for answers that are made for one request: docs/decisions/compression.md has the measurements. */
const DYNAMIC = { br: 2, gzip: 1 } as const
/** Levels for bodies that are sent many times. */
const KEPT = { br: 9, gzip: 9 } as const

const plain = new WeakSet<ServerResponse>()
const kept = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/**
 * Sends this response uncompressed. For answers that hold a secret and text that another person may choose: their compressed
 * length would reveal how similar the two are (BREACH).
 */
export function keepUncompressed(res: ServerResponse): void {
  plain.add(res)
}

/** A body that is sent many times, compressed once for each coding at the highest level. */
export function compressedOnce(body: Buffer): Buffer {
  if (!kept.has(body)) kept.set(body, new Map())
  return body
}

/**
 * Compresses the answers of all routes after it: texts of more than 1 KiB that are sent in one piece. Streams, partial
 * content and what a route has encoded itself pass through.
 */
export function compression(): Middleware {
  return (req, res, next) => {
    const end = res.end
    res.end = (...given: unknown[]) => {
      if (isShort(given)) return Reflect.apply(end, res, given)
      const send = (...sent: unknown[]) => Reflect.apply(end, res, sent)
      const body = isTextToSend(req, res) ? bodyOf(given) : undefined
      if (body === undefined || body.byteLength <= PLAIN_BYTES_MAX) return send(...given)
      vary(res, 'Accept-Encoding')
      const encoding = acceptedEncoding(req)
      if (encoding === undefined) return send(...given)
      setEncoding(res, encoding)
      const callback = given.find((each) => typeof each === 'function')
      const deliver = (compressed: Buffer) => {
        res.setHeader('Content-Length', compressed.byteLength)
        send(compressed, callback)
      }
      const known = kept.get(body)
      if (known === undefined && body.byteLength <= SYNC_BYTES_MAX) deliver(compressNow(body, encoding))
      else
        compressLater(body, encoding, known).then(deliver, (error: unknown) =>
          res.destroy(error instanceof Error ? error : undefined),
        )
      return res
    }
    next()
  }
}

/** Whether a text in UTF-8 is too short to be compressed, without encoding it. */
function isShort([chunk, encoding]: readonly unknown[]): boolean {
  if (typeof chunk !== 'string' || chunk.length > PLAIN_BYTES_MAX || typeof encoding === 'string') return false
  // UTF-8 has at most three bytes for a code unit.
  return chunk.length * 3 <= PLAIN_BYTES_MAX || Buffer.byteLength(chunk) <= PLAIN_BYTES_MAX
}

function isTextToSend({ method }: IncomingMessage, res: ServerResponse): boolean {
  if (method === 'HEAD' || res.headersSent || plain.has(res) || res.statusCode === 206) return false
  if (res.hasHeader('Content-Encoding') || /no-transform/.test(String(res.getHeader('Cache-Control') ?? '')))
    return false
  return TEXT.test(String(res.getHeader('Content-Type') ?? ''))
}

function bodyOf([chunk, encoding]: readonly unknown[]): Buffer | undefined {
  if (Buffer.isBuffer(chunk)) return chunk
  if (typeof chunk !== 'string') return undefined
  return Buffer.from(chunk, typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8')
}

function setEncoding(res: ServerResponse, encoding: Encoding): void {
  res.setHeader('Content-Encoding', encoding)
  const etag = res.getHeader('ETag')
  // A strong tag names the bytes that are sent (RFC 9110 §8.8.1), and these now differ by coding.
  if (typeof etag === 'string' && etag.startsWith('"')) res.setHeader('ETag', `W/${etag}`)
}

const brotliOptions = (quality: number, bytes: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes },
})

function compressNow(body: Buffer, encoding: Encoding): Buffer {
  return encoding === 'br'
    ? brotliCompressSync(body, brotliOptions(DYNAMIC.br, body.byteLength))
    : gzipSync(body, { level: DYNAMIC.gzip })
}

function compressLater(body: Buffer, encoding: Encoding, known: Map<Encoding, Promise<Buffer>> | undefined) {
  if (known === undefined) return compress(body, encoding, DYNAMIC)
  const before = known.get(encoding)
  if (before !== undefined) return before
  const compressing = compress(body, encoding, KEPT)
  known.set(encoding, compressing)
  return compressing
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

function compress(body: Buffer, encoding: Encoding, level: Readonly<Record<Encoding, number>>): Promise<Buffer> {
  return encoding === 'br'
    ? compressBrotli(body, brotliOptions(level.br, body.byteLength))
    : compressGzip(body, { level: level.gzip })
}
