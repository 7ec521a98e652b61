import { isRecord } from '@footfall/core-domain'
import { ServiceRejected, ServiceUnreachable } from './errors.ts'
import { type Fetch, type Received, send } from './send.ts'
import type { ServerUrl } from './server-url.ts'

/** One request to the REST API. */
export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** Executes a write; without it the answer is its preview. */
  readonly confirm?: { readonly key: string; readonly preview: string | undefined }
}

export interface ApiAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * A running service as commands use it, with a token. Both methods throw `ServiceRejected` and `ServiceUnreachable`, whose
 * messages say what to do.
 */
export interface RemoteService {
  readonly server: ServerUrl
  api(request: ApiRequest): Promise<ApiAnswer>
  /** Calls a tool of MCP, for what only agents and their tokens may do. Returns its structured content. */
  tool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    toolset: string,
  ): Promise<Readonly<Record<string, unknown>>>
}

export function remoteService(fetch: Fetch, server: ServerUrl, token: string): RemoteService {
  const authorization = `Bearer ${token}`
  return {
    server,

    async api({ method, path, body, confirm }) {
      const answer = await send(fetch, server, {
        method,
        path,
        headers: {
          authorization,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(confirm && { 'service-confirm': 'true', 'idempotency-key': confirm.key }),
          ...(confirm?.preview !== undefined && { 'service-preview': confirm.preview }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: succeeded(server, answer) }
    },

    async tool(name, args, toolset) {
      const answer = await send(fetch, server, {
        method: 'POST',
        path: `/api/mcp?toolset=${toolset}`,
        headers: {
          authorization,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          'mcp-protocol-version': '2025-06-18',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
      })
      const { result, error } = succeeded(server, answer)
      if (isRecord(error))
        throw new ServiceRejected('refused', `${textOf(error, 'message') ?? 'The tool was rejected'}.`)
      const content = isRecord(result) && isRecord(result.structuredContent) ? result.structuredContent : undefined
      if (!isRecord(result) || content === undefined) throw strange(server)
      if (result.isError === true) throw rejected(server, statusOf(content), content, new Headers())
      return content
    },
  }
}

/** The body of a successful answer. */
function succeeded(server: ServerUrl, { status, headers, body }: Received): Readonly<Record<string, unknown>> {
  if (status >= 200 && status < 300 && isRecord(body)) return body
  throw rejected(server, status, isRecord(body) ? body : {}, headers)
}

function rejected(
  server: ServerUrl,
  status: number,
  problem: Readonly<Record<string, unknown>>,
  headers: Headers,
): ServiceRejected | ServiceUnreachable {
  const code = textOf(problem, 'code')
  const detail = textOf(problem, 'detail')
  if (code === undefined && status !== 401 && status !== 429 && status < 500) return strange(server)
  if (status === 401)
    return new ServiceRejected(
      code ?? 'invalid_token',
      `The token is not valid at ${server} any more. Sign in again with \`footfall login --server ${server}\`.`,
    )
  if (code === 'insufficient_scope') {
    const scope = scopeOf(headers) ?? /`?([a-z]+:(?:read|write))`?/.exec(detail ?? '')?.[1]
    const need =
      scope === undefined ? 'a scope that the token does not have' : `the scope ${scope}, which the token does not have`
    return new ServiceRejected(
      code,
      `This needs ${need}. Sign in again with \`footfall login --server ${server} --scopes all\`, or name the scopes that you need.`,
    )
  }
  if (status === 429) {
    const seconds = headers.get('retry-after')
    return new ServiceRejected(
      code ?? 'rate_limited',
      `Too many requests. Try again ${seconds === null ? 'in a moment' : `in ${seconds} s`}.`,
      false,
    )
  }
  if (status >= 500)
    return new ServiceRejected(
      code ?? 'failed',
      `${server} could not answer (${status}). ${detail ?? 'Try again in a moment.'}`,
      false,
    )
  const fields = Array.isArray(problem.errors) ? problem.errors.filter(isRecord).map(fieldText) : []
  const isFinal = code !== 'outcome_unknown' && code !== 'request_in_progress'
  return new ServiceRejected(
    code ?? 'refused',
    [detail ?? `The service rejected this (${status}).`, ...fields].join('\n  '),
    isFinal,
  )
}

function fieldText(field: Readonly<Record<string, unknown>>): string {
  const meant = Array.isArray(field.did_you_mean) ? ` Did you mean ${field.did_you_mean.join(', ')}?` : ''
  return `${String(field.path)}: ${String(field.message)}.${meant}`
}

function scopeOf(headers: Headers): string | undefined {
  return /scope="([^" ]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1]
}

function strange(server: ServerUrl): ServiceUnreachable {
  return new ServiceUnreachable(`${server} does not answer as Footfall does; check the address.`)
}

function statusOf({ status }: Readonly<Record<string, unknown>>): number {
  return typeof status === 'number' ? status : 400
}

export function textOf(record: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = record[name]
  return typeof value === 'string' ? value : undefined
}
