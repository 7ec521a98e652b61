import type { IncomingMessage } from 'node:http'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { parsedBody } from './parsed-body.ts'

/** Why a body was not read. */
export type BodyFailure = 'too_large' | 'unsupported_encoding' | 'incomplete' | 'damaged'

export class BodyRejected extends Error {
  readonly failure: BodyFailure
  constructor(failure: BodyFailure) {
    super(`The body was rejected: ${failure}.`)
    this.failure = failure
  }
}

export interface BodyOptions {
  /** Counted after decompression. */
  readonly bytesMax: number
  /** Whether gzip, deflate and br are decoded or rejected. */
  readonly decompress?: boolean
}

const DECODERS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }

/**
 * The body of a request; empty without one. If a body parser has already read it, it is the result of the parser. The rest of
 * a rejected body is read and discarded, since a client that is still sending would not read the response. Throws
 * `BodyRejected`.
 */
export async function readBody(req: IncomingMessage, { bytesMax, decompress = false }: BodyOptions): Promise<Buffer> {
  if (req.readableEnded) return parsedWithin(req, bytesMax)
  const encoding = (req.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const isEncoded = encoding !== 'identity' && encoding !== ''
  if (isEncoded && !(decompress && Object.hasOwn(DECODERS, encoding))) return discard(req, 'unsupported_encoding')
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) return discard(req, 'too_large')
  if (!isEncoded && req.complete) return arrived(req, bytesMax)
  const decoder = isEncoded ? DECODERS[encoding as keyof typeof DECODERS]() : undefined
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let bytes = 0
  const fail = (failure: BodyFailure) => {
    chunks.length = 0
    reject(new BodyRejected(failure))
    if (decoder !== undefined) req.unpipe(decoder).resume()
    decoder?.destroy()
  }
  const source = decoder === undefined ? req : req.pipe(decoder)
  source.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= bytesMax) chunks.push(chunk)
    else fail('too_large')
  })
  source.on('end', () => resolve(joined(chunks)))
  decoder?.on('error', () => fail('damaged'))
  req.on('error', () => fail('incomplete'))
  req.on('close', () => {
    if (!req.complete) fail('incomplete')
  })
  return promise
}

/** Most bodies are short and come with their headers: nothing has to be waited for. */
function arrived(req: IncomingMessage, bytesMax: number): Buffer {
  const body: Buffer = req.read() ?? Buffer.alloc(0)
  if (body.length > bytesMax) throw new BodyRejected('too_large')
  return body
}

/** Most others arrive in one piece. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first, second] = chunks
  return first !== undefined && second === undefined ? first : Buffer.concat(chunks)
}

/** The parser has decompressed it, if it was compressed. */
function parsedWithin(req: IncomingMessage, bytesMax: number): Buffer {
  const body = parsedBody(req)
  if (body.length > bytesMax) throw new BodyRejected('too_large')
  return body
}

function discard(req: IncomingMessage, failure: BodyFailure): never {
  req.resume()
  throw new BodyRejected(failure)
}
