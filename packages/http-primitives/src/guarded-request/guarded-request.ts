import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { GuardedRequestFailed, type RequestFailure } from './failure.ts'
import { type GuardedConnectionOptions, guardedConnection } from './guarded-connection.ts'

export interface ResponseHead {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

export interface GuardedRequestOptions extends GuardedConnectionOptions {
  /** Makes it a POST of this text. */
  readonly body?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Of the response, before and after decompression. */
  readonly bytesMax: number
  /** Checks the response before its body is read; its errors are rethrown. */
  inspect(head: ResponseHead): void
}

/**
 * GETs or POSTs to a URL that a stranger chose, without access to private networks (SSRF).
 *
 * The addresses are checked in the name lookup of the connection itself, and then on the connected socket before anything is
 * sent, TLS included, which prevents DNS rebinding. One connection per request, no redirects, no cookies, no proxy. Throws
 * `GuardedRequestFailed`.
 */
export async function guardedRequest(
  url: URL,
  options: GuardedRequestOptions,
): Promise<ResponseHead & { readonly body: Buffer }> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  try {
    return await Promise.race([exchange(url, options, signal), aborted(signal)])
  } catch (error) {
    throw failureOf(error, signal)
  }
}

/** Wraps an error of `inspect`, to distinguish it from errors of the connection. */
class InspectionError extends Error {}

async function exchange(url: URL, options: GuardedRequestOptions, signal: AbortSignal) {
  const socket = await guardedConnection(url, options, signal)
  try {
    const response = await responseOn(socket, url, options, signal)
    const { statusCode: status = 0, headers } = response
    inspected({ status, headers }, options)
    const raw = await readAtMost(response, options.bytesMax)
    return { status, headers, body: await decompress(raw, headers['content-encoding'] ?? 'identity', options.bytesMax) }
  } finally {
    socket.destroy()
  }
}

/** The response on this connection, before its body. */
function responseOn(
  socket: Socket,
  url: URL,
  { body, headers }: GuardedRequestOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({
      createConnection: () => socket,
      method: body === undefined ? 'GET' : 'POST',
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, 'accept-encoding': 'identity', ...headers },
      signal,
    })
    sent.on('response', resolve)
    sent.on('error', reject)
    // Such as after an upgrade to another protocol, which was not requested.
    sent.on('close', () => reject(failed('unreachable')))
    sent.end(body)
  })
}

function inspected(head: ResponseHead, options: GuardedRequestOptions): void {
  try {
    options.inspect(head)
  } catch (cause) {
    throw new InspectionError('The response was rejected.', { cause })
  }
}

async function readAtMost(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > bytesMax) throw failed('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const DECODERS = { gzip: gunzip, 'x-gzip': gunzip, deflate: inflate, br: brotliDecompress }

/** Servers may compress although the request did not allow it. */
async function decompress(raw: Buffer, encoding: string, bytesMax: number): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  if (name === 'identity' || name === '') return raw
  if (!Object.hasOwn(DECODERS, name)) throw failed('unknown_encoding')
  const decode = promisify(DECODERS[name as keyof typeof DECODERS]) as (
    data: Buffer,
    options: { maxOutputLength: number },
  ) => Promise<Buffer>
  try {
    return await decode(raw, { maxOutputLength: bytesMax })
  } catch (error) {
    throw failed((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'damaged')
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** The first value of a header. */
export function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

const failed = (failure: RequestFailure) => new GuardedRequestFailed(failure)

/** The error to throw: connections wrap the original one in others. */
function failureOf(error: unknown, signal: AbortSignal): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof InspectionError) return cause.cause
    if (cause instanceof GuardedRequestFailed) return cause
    if (cause instanceof AggregateError) {
      const found = cause.errors.find((each) => each instanceof GuardedRequestFailed)
      if (found) return found
    }
  }
  return failed(signal.aborted ? 'timed_out' : 'unreachable')
}
