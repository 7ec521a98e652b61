import type { IncomingMessage, ServerResponse } from 'node:http'
import { vary } from '@footfall/http-primitives'
import type { Reply } from '../messages/reply.ts'

const METHODS = 'POST, GET, DELETE'
/** Request headers that a page may send: the credential, the type of the message, and those of the protocol. */
const SENT = /^(authorization|content-type|mcp-[a-z0-9-]{1,60})$/
/** Response headers that a page may read in addition to those that every page may, and those of the host. */
const READ = [
  'WWW-Authenticate',
  'Request-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Mcp-Session-Id',
  'Mcp-Protocol-Version',
]
const PREFLIGHT_SECONDS = '7200'

/** Lets pages of some other origins call the endpoint (CORS), for clients that run in browsers. */
export function createCors(origins: readonly string[], headersOfHost: readonly string[] = []) {
  const exposed = [...READ, ...headersOfHost].join(', ')
  const allowed = new Set(origins)
  const isAllowed = (origin: string | undefined): origin is string => origin !== undefined && allowed.has(origin)
  return {
    /** Whatever the answer is: a page has to read errors too, since challenges are in their headers. */
    setHeaders(res: ServerResponse, origin: string | undefined): void {
      if (allowed.size > 0) vary(res, 'Origin')
      if (!isAllowed(origin)) return
      res.setHeader('Access-Control-Allow-Origin', origin)
      res.setHeader('Access-Control-Expose-Headers', exposed)
    },
    /** The answer to a preflight of an allowed origin. It carries no credential, so it is answered before one is asked for. */
    preflight({ method, headers }: IncomingMessage): Reply | undefined {
      if (method !== 'OPTIONS' || !isAllowed(headers.origin)) return undefined
      if (headers['access-control-request-method'] === undefined) return undefined
      const requested = String(headers['access-control-request-headers'] ?? '').toLowerCase()
      const sent = requested
        .split(',')
        .map((name) => name.trim())
        .filter((name) => SENT.test(name))
      return {
        status: 204,
        headers: {
          'Access-Control-Allow-Methods': METHODS,
          ...(sent.length > 0 ? { 'Access-Control-Allow-Headers': sent.join(', ') } : {}),
          'Access-Control-Max-Age': PREFLIGHT_SECONDS,
          Vary: 'Origin, Access-Control-Request-Headers',
        },
        body: '',
      }
    },
  }
}
