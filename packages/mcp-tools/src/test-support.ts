import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type AccountId,
  type ConnectionId,
  type CredentialLimits,
  mintSecret,
  type ProductId,
  UNLIMITED,
} from '@footfall/core-domain'
import { compression } from '@footfall/http-primitives'
import { type OAuthAccess, type OAuthAccessTokens, stillActive } from '@footfall/operations'
import { createFootfallRouter, type RestServices } from '@footfall/rest-adapter/footfall'
import { SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedToken, type TestDatabase } from '@footfall/testkit'
import express from 'express'
import { createFootfallEndpoint, type McpServices } from './footfall/index.ts'

export const BASE_URL = 'https://stats.example'
export const MODERN = '2026-07-28'
export const LEGACY = '2025-11-25'

export interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly body: any
}

export interface CallOptions {
  readonly era?: typeof MODERN | typeof LEGACY
  /** Further fields of params. */
  readonly params?: Readonly<Record<string, unknown>>
  readonly capabilities?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** Of the endpoint's address, with its question mark. */
  readonly query?: string
}

/** REST and MCP of the same services, on one port, over real HTTP. */
export interface Served {
  readonly url: string
  readonly logged: { context: unknown; message: string }[]
  rest(method: string, path: string, body: unknown, token: string, headers?: Record<string, string>): Promise<Answered>
  /** Sends a body as it is. */
  post(body: string | Uint8Array, headers?: Record<string, string>, method?: string, query?: string): Promise<Answered>
  ask(
    method: string,
    params: Record<string, unknown>,
    token: string | undefined,
    options?: CallOptions,
  ): Promise<Answered>
  call(
    tool: string,
    given: Record<string, unknown>,
    token: string | undefined,
    options?: CallOptions,
  ): Promise<Answered>
  close(): Promise<void>
}

export type TestServices = Omit<RestServices & McpServices, 'log' | 'newRequestId' | 'requestStateKey' | 'allowedHosts'>

export async function serve(services: TestServices): Promise<Served> {
  const logged: Served['logged'] = []
  const log = {
    error: (context: unknown, message: string) => void logged.push({ context, message }),
    warn: (context: unknown, message: string) => void logged.push({ context, message }),
  }
  let requests = 0
  const newRequestId = () => `req_${++requests}`
  let app: RequestListener | undefined
  const server = createServer((req, res) => app?.(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const full = { ...services, log, newRequestId, requestStateKey: new Uint8Array(32).fill(7), allowedHosts: [host] }
  const endpoint = createFootfallEndpoint(full)
  app = express()
    .use(compression())
    .use('/api/mcp', (req, res) => endpoint(req, res, { address: req.ip, requestId: newRequestId() }))
    .use(createFootfallRouter(full))
  const url = `http://${host}`
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | Uint8Array | undefined,
  ) => {
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
  const post: Served['post'] = (body, headers = {}, method = 'POST', query = '') =>
    send(
      method,
      `/api/mcp${query}`,
      { 'content-type': 'application/json', ...headers },
      method === 'POST' ? body : undefined,
    )
  const ask: Served['ask'] = (
    method,
    params,
    token,
    { era = MODERN, params: more = {}, capabilities = {}, headers = {}, query = '' } = {},
  ) => {
    const name = typeof params.name === 'string' ? { 'mcp-name': params.name } : {}
    const modern = {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': MODERN,
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': capabilities,
        ...Object(more._meta),
      },
    }
    return post(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: { ...params, ...more, ...(era === MODERN ? modern : {}) },
      }),
      {
        'mcp-protocol-version': era,
        ...(era === MODERN ? { 'mcp-method': method, ...name } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      'POST',
      query,
    )
  }
  return {
    url,
    logged,
    post,
    ask,
    call: (tool, given, token, options) => ask('tools/call', { name: tool, arguments: given }, token, options),
    rest: (method, path, body, token, headers = {}) =>
      send(
        method,
        path,
        {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body === undefined ? undefined : JSON.stringify(body),
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A new token of the owner of a product. */
export async function ownerToken(
  database: TestDatabase,
  { people }: SeededProduct,
  scopes: readonly string[] = SCOPES,
): Promise<string> {
  return (await seedToken(database, people.owner.account, { scopes })).secret
}

/** Connections as an authorization server would know them, without one. */
export function connections({ random }: TestDatabase) {
  const live = new Map<string, OAuthAccess>()
  const revoked = new Set<string>()
  const oauth: OAuthAccessTokens = {
    find: async (presented) => {
      const access = live.get(presented)
      return access === undefined || revoked.has(access.connection) ? undefined : access
    },
    isActive: async (connection) => !revoked.has(connection),
  }
  return {
    oauth,
    assertStillActive: stillActive({ oauth }),
    connect(
      account: AccountId,
      scopes: readonly string[],
      products: readonly ProductId[],
      limits: CredentialLimits = UNLIMITED,
    ): string {
      const secret = mintSecret('oauth_access', random).secret.reveal()
      live.set(secret, { connection: `con_${live.size + 1}` as ConnectionId, account, scopes, products, limits })
      return secret
    },
    revoke(secret: string): void {
      const access = live.get(secret)
      if (access !== undefined) revoked.add(access.connection)
    },
  }
}
