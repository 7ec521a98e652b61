import { FootfallError, invalidArgument } from '../errors.ts'
import { connectionError } from './connection-error.ts'
import type { Runtime } from './runtime.ts'

export interface Limits {
  /** How long one request may take, its response included; 30 s by default. */
  readonly timeoutMs: number
  /** A longer response is not read; 16 MiB by default. */
  readonly responseBytesMax: number
}

export interface Outgoing {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface Incoming {
  readonly status: number
  readonly text: string
  header(name: string): string | undefined
}

/** Sends one request. It follows no redirect, since that could take the token to another server. */
export async function send(
  { method, url, headers, body }: Outgoing,
  { fetch }: Pick<Runtime, 'fetch'>,
  { timeoutMs, responseBytesMax }: Limits,
  signal: AbortSignal | undefined,
): Promise<Incoming> {
  signal?.throwIfAborted()
  const attempt = new AbortController()
  const abort = () => attempt.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const timer = setTimeout(() => attempt.abort(new Error(`it did not answer within ${timeoutMs / 1000} s`)), timeoutMs)
  try {
    const init = { method, headers, redirect: 'manual', signal: attempt.signal } as const
    const response = await fetch(url, body === undefined ? init : { ...init, body })
    const { status } = response
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      await response.body?.cancel()
      const redirectedTo = originOf(response.headers.get('location'), url)
      throw new FootfallError('redirected', 'The server answered with a redirect, which is not followed.', {
        status,
        redirectedTo,
      })
    }
    const text = await boundedText(response, responseBytesMax)
    return { status, text, header: (name) => response.headers.get(name) ?? undefined }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof FootfallError) throw error
    throw connectionError(attempt.signal.aborted ? attempt.signal.reason : error)
  } finally {
    signal?.removeEventListener('abort', abort)
    clearTimeout(timer)
    attempt.abort()
  }
}

/** The origin that a redirect leads to; undefined where the runtime or the server does not say. */
function originOf(location: string | null, url: string): string | undefined {
  return location !== null && URL.canParse(location, url) ? new URL(location, url).origin : undefined
}

async function boundedText(response: Response, bytesMax: number): Promise<string> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > bytesMax) {
      await reader.cancel()
      throw new FootfallError('response_too_large', `The response has more than ${bytesMax} bytes.`, {
        status: response.status,
      })
    }
    text += decoder.decode(value, { stream: true })
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The address of the server, to which paths are added. A token is not sent in clear text to another machine. */
export function serverAddress(server: string | URL, allowHttp: boolean): string {
  const url = URL.canParse(String(server)) ? new URL(server) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw invalidArgument('`server` must be an address such as https://stats.example.com.')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw invalidArgument('`server` must have no credentials, no query and no fragment.')
  if (url.protocol === 'http:' && !allowHttp && !LOOPBACK.test(url.hostname))
    throw invalidArgument('`server` must begin with https, except on this machine; `allowHttp` allows http.')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** A credential as a header can have it. Otherwise the error of `fetch` would repeat it. */
export function bearer(token: string): string {
  if (!/^[\x21-\x7e]{1,4096}$/.test(token)) throw invalidArgument('The token must be visible ASCII characters.')
  return `Bearer ${token}`
}
