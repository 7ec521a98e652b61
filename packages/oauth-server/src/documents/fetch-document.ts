import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { buildConnector, Client } from 'undici'
import { hostAndPort } from './document-url.ts'
import { isPublicAddress } from './public-address.ts'

/** Answers every address of a host name. */
export type DocumentResolver = (hostname: string) => Promise<readonly LookupAddress[]>

export type FetchFailure =
  | 'address_not_public'
  | 'redirected'
  | 'bad_status'
  | 'too_large'
  | 'not_json'
  | 'unknown_encoding'
  | 'timed_out'
  | 'unreachable'

export type FetchAnswer =
  | { readonly ok: true; readonly document: unknown; readonly cacheControl: string | undefined; readonly age: number }
  | { readonly ok: false; readonly failure: FetchFailure }

export interface FetchOptions {
  readonly exemptHosts: ReadonlySet<string>
  readonly resolver?: DocumentResolver | undefined
  readonly timeoutMs: number
}

const BYTES_MAX = 32 * 1024

class Refused extends Error {
  readonly failure: FetchFailure
  constructor(failure: FetchFailure) {
    super(failure)
    this.failure = failure
  }
}

/**
 * Fetches a JSON document from a URL that a stranger chose, without becoming the stranger's hand inside our network (SSRF).
 *
 * The address is checked where it is used: every answer of the name lookup that the connection itself makes, and then the
 * peer of the socket before a byte is sent. A name that resolves differently the next moment (DNS rebinding) gains nothing.
 * One connection per fetch, no redirects, no cookies, no proxy; the limit counts bytes after decompression as well.
 * Does not check the form of the URL (`documentUrlProblem` does) nor what the document says.
 */
export async function fetchDocument(url: string, options: FetchOptions): Promise<FetchAnswer> {
  const target = new URL(url)
  const signal = AbortSignal.timeout(options.timeoutMs)
  const anyAddress = options.exemptHosts.has(hostAndPort(target))
  const client = new Client(target.origin, {
    connect: guardedConnector(options, anyAddress),
    allowH2: false,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
  })
  try {
    return await Promise.race([get(client, target, signal), aborted(signal)])
  } catch (error) {
    return { ok: false, failure: failureOf(error, signal) }
  } finally {
    client.destroy().catch(() => undefined)
  }
}

async function get(client: Client, target: URL, signal: AbortSignal): Promise<FetchAnswer> {
  const { statusCode, headers, body } = await client.request({
    method: 'GET',
    path: `${target.pathname}${target.search}`,
    headers: { accept: 'application/json', 'accept-encoding': 'identity' },
    signal,
  })
  body.on('error', () => undefined)
  if (statusCode >= 300 && statusCode < 400) throw new Refused('redirected')
  if (statusCode !== 200) throw new Refused('bad_status')
  if (!isJson(text(headers['content-type']))) throw new Refused('not_json')
  const raw = await readAtMost(body, BYTES_MAX)
  const decoded = await decompress(raw, text(headers['content-encoding']) ?? 'identity')
  return {
    ok: true,
    document: parseJson(decoded),
    cacheControl: text(headers['cache-control']),
    age: Number(text(headers.age) ?? 0) || 0,
  }
}

function guardedConnector({ resolver, timeoutMs }: FetchOptions, anyAddress: boolean): buildConnector.connector {
  const resolve = resolver ?? systemResolver
  const lookup: LookupFunction = (hostname, lookupOptions, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        // All of them: an answer that mixes public and private addresses is an attempt to be lucky.
        const good = anyAddress || addresses.every(({ address }) => isPublicAddress(address))
        if (!first || !good) callback(new Refused(first ? 'address_not_public' : 'unreachable'), '', 0)
        else if (lookupOptions.all) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      () => callback(new Refused('unreachable'), '', 0),
    )
  }
  const connect = buildConnector({ timeout: timeoutMs, lookup, allowH2: false })
  return (options, callback) => {
    // An address written in the URL is never looked up. The URL parser has turned decimal, octal and hex forms into dots.
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (!anyAddress && isIP(host) !== 0 && !isPublicAddress(host)) {
      callback(new Refused('address_not_public'), null)
      return
    }
    connect(options, (...result) => {
      const [error, socket] = result
      if (error) return callback(error, null)
      if (!anyAddress && !isPublicPeer(socket)) {
        socket?.destroy()
        return callback(new Refused('address_not_public'), null)
      }
      return callback(...result)
    })
  }
}

function isPublicPeer(socket: Socket | null): boolean {
  return socket?.remoteAddress !== undefined && isPublicAddress(socket.remoteAddress)
}

const systemResolver: DocumentResolver = (hostname) => promisify(systemLookup)(hostname, { all: true, verbatim: true })

function isJson(contentType: string | undefined): boolean {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return type === 'application/json' || /^application\/[a-z0-9.!#$&^_-]+\+json$/.test(type)
}

async function readAtMost(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Refused('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Servers may compress without being asked. The limit holds for what comes out, so that a small bomb stays small. */
async function decompress(raw: Buffer, encoding: string): Promise<Buffer> {
  const decoders = { gzip: gunzip, 'x-gzip': gunzip, deflate: inflate, br: brotliDecompress }
  const name = encoding.trim().toLowerCase()
  if (name === 'identity' || name === '') return raw
  if (!Object.hasOwn(decoders, name)) throw new Refused('unknown_encoding')
  const decode = promisify(decoders[name as keyof typeof decoders]) as (
    data: Buffer,
    options: { maxOutputLength: number },
  ) => Promise<Buffer>
  try {
    return await decode(raw, { maxOutputLength: BYTES_MAX })
  } catch (error) {
    throw new Refused((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'not_json')
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refused('not_json')
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** The first value of a header that came more than once. */
function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

function failureOf(error: unknown, signal: AbortSignal): FetchFailure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Refused) return cause.failure
    if (cause instanceof AggregateError) {
      const refused = cause.errors.find((each) => each instanceof Refused)
      if (refused) return refused.failure
    }
  }
  return signal.aborted ? 'timed_out' : 'unreachable'
}
