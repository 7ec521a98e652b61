import { isRecord } from '@footfall/core-domain'
import { ServiceUnreachable } from './errors.ts'
import type { ServerUrl } from './server-url.ts'

export type Fetch = typeof globalThis.fetch

/** Statistics of a long time can take a while. */
const TIMEOUT_MS = 60_000
const ANSWER_BYTES_MAX = 64 * 1024 * 1024

/** An answer whose body is JSON, or no JSON. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams
}

/** Sends one request. Follows no redirect, since that would send the token elsewhere. Throws `ServiceUnreachable`. */
export async function send(
  fetch: Fetch,
  server: ServerUrl,
  { method, path, headers = {}, body }: Sent,
): Promise<Received> {
  try {
    const response = await fetch(server + path, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status >= 300 && response.status < 400)
      throw new ServiceUnreachable(
        `${server} redirects to ${originOf(response.headers.get('location'), server)}; use that address as --server.`,
      )
    return { status: response.status, headers: response.headers, body: parsed(await textOf(response, server)) }
  } catch (error) {
    if (error instanceof ServiceUnreachable) throw error
    throw new ServiceUnreachable(unreachableText(server, error))
  }
}

async function textOf(response: Response, server: ServerUrl): Promise<string> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  if (announced > ANSWER_BYTES_MAX) {
    await response.body?.cancel()
    throw new ServiceUnreachable(`The answer of ${server} is too large; ask for less.`)
  }
  const parts: string[] = []
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > ANSWER_BYTES_MAX) throw new ServiceUnreachable(`The answer of ${server} is too large; ask for less.`)
    parts.push(decoder.decode(chunk, { stream: true }))
  }
  return parts.join('') + decoder.decode()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function originOf(location: string | null, server: ServerUrl): string {
  return location !== null && URL.canParse(location, server) ? new URL(location, server).origin : 'another address'
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there; check the address, and that the service runs',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'this host name is unknown; check its spelling',
  EAI_AGAIN: 'the host name could not be looked up; check your network',
  ETIMEDOUT: 'it does not answer; check the address and your network',
  EHOSTUNREACH: 'it cannot be reached from this network',
  ENETUNREACH: 'it cannot be reached from this network',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer; check the address and your network',
  UND_ERR_SOCKET: 'the connection was closed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is self-signed; name the file of your own authority in NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an unknown authority; name its file in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate comes from an unknown authority; name its file in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate comes from an unknown authority; name its file in NODE_EXTRA_CA_CERTS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak https there; check the scheme and the port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak https there; check the scheme and the port',
}

function unreachableText(server: ServerUrl, error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `${server} did not answer within a minute.`
  const code = codeOf(error) ?? codeOf(isRecord(error) || error instanceof Error ? error.cause : undefined)
  const reason = code === undefined ? undefined : REASONS[code]
  return `${server} cannot be reached: ${reason ?? code ?? 'the connection failed'}.`
}

/** Undici wraps the error of the socket, and several where a name has several addresses. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
