import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { buildConnector, Client } from 'undici'
import { isPublicAddress } from './public-address.ts'

/** Resolves a host name to all its addresses. */
export type Resolver = (hostname: string) => Promise<readonly LookupAddress[]>

export type RequestFailure =
  | 'address_not_public'
  | 'too_large'
  | 'unknown_encoding'
  | 'damaged'
  | 'timed_out'
  | 'unreachable'

export class GuardedRequestFailed extends Error {
  readonly failure: RequestFailure
  constructor(failure: RequestFailure) {
    super(`The request failed: ${failure}.`)
    this.failure = failure
  }
}

export interface ResponseHead {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

export interface GuardedRequestOptions {
  /** Makes it a POST of this text. */
  readonly body?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Allows private addresses, for hosts that the operator trusts. */
  readonly anyAddress: boolean
  readonly resolver?: Resolver | undefined
  readonly timeoutMs: number
  /** Of the response, before and after decompression. */
  readonly bytesMax: number
  /** PEM certificates of authorities that are trusted instead of those of the system. */
  readonly certificateAuthorities?: string | undefined
  /** Checks the response before its body is read; its errors are rethrown. */
  inspect(head: ResponseHead): void
}

/**
 * GETs or POSTs to a URL that a stranger chose, without access to private networks (SSRF).
 *
 * The addresses are checked in the name lookup of the connection itself, and then on the connected socket before anything is
 * sent, which prevents DNS rebinding. One connection per request, no redirects, no cookies, no proxy. Throws
 * `GuardedRequestFailed`.
 */
export async function guardedRequest(
  url: URL,
  options: GuardedRequestOptions,
): Promise<ResponseHead & { readonly body: Buffer }> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  const client = new Client(url.origin, {
    connect: guardedConnector(options),
    allowH2: false,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
  })
  try {
    return await Promise.race([exchange(client, url, options, signal), aborted(signal)])
  } catch (error) {
    throw failureOf(error, signal)
  } finally {
    client.destroy().catch(() => undefined)
  }
}

/** Wraps an error of `inspect`, to distinguish it from errors of the connection. */
class InspectionError extends Error {}

async function exchange(client: Client, url: URL, options: GuardedRequestOptions, signal: AbortSignal) {
  const { statusCode, headers, body } = await client.request({
    method: options.body === undefined ? 'GET' : 'POST',
    path: `${url.pathname}${url.search}`,
    headers: { 'accept-encoding': 'identity', ...options.headers },
    ...(options.body !== undefined && { body: options.body }),
    signal,
  })
  body.on('error', () => undefined)
  const head = { status: statusCode, headers }
  try {
    options.inspect(head)
  } catch (cause) {
    throw new InspectionError('The response was refused.', { cause })
  }
  const raw = await readAtMost(body, options.bytesMax)
  return { ...head, body: await decompress(raw, firstOf(headers['content-encoding']) ?? 'identity', options.bytesMax) }
}

function guardedConnector({
  resolver,
  timeoutMs,
  anyAddress,
  certificateAuthorities: ca,
}: GuardedRequestOptions): buildConnector.connector {
  const resolve = resolver ?? systemResolver
  const lookup: LookupFunction = (hostname, lookupOptions, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        // All of them must be public: a mix of public and private addresses is an attack.
        const allowed = anyAddress || addresses.every(({ address }) => isPublicAddress(address))
        if (!first || !allowed) callback(failed(first ? 'address_not_public' : 'unreachable'), '', 0)
        else if (lookupOptions.all) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      () => callback(failed('unreachable'), '', 0),
    )
  }
  const connect = buildConnector({ timeout: timeoutMs, lookup, allowH2: false, ...(ca !== undefined && { ca }) })
  return (options, callback) => {
    // An IP address in the URL is never looked up. The URL parser has normalised its decimal, octal and hex forms.
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (!anyAddress && isIP(host) !== 0 && !isPublicAddress(host)) {
      callback(failed('address_not_public'), null)
      return
    }
    connect(options, (...result) => {
      const [error, socket] = result
      if (error) return callback(error, null)
      if (!anyAddress && !isPublicPeer(socket)) {
        socket?.destroy()
        return callback(failed('address_not_public'), null)
      }
      return callback(...result)
    })
  }
}

function isPublicPeer(socket: Socket | null): boolean {
  return socket?.remoteAddress !== undefined && isPublicAddress(socket.remoteAddress)
}

const systemResolver: Resolver = (hostname) => promisify(systemLookup)(hostname, { all: true, verbatim: true })

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
