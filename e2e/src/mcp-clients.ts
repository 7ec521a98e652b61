import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** What the tests ask of a client, whichever SDK it is made of. */
export interface McpClient {
  /** The protocol revision that was agreed on. */
  readonly revision: string | undefined
  tools(): Promise<readonly { name: string; outputSchema?: unknown }[]>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  call(name: string, given: Record<string, unknown>): Promise<any>
  close(): Promise<void>
}

const INFO = { name: 'footfall-e2e', version: '1.0.0' }
const bearer = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })
const endpoint = (origin: string) => new URL('/api/mcp', origin)

/** SDK v1: what most clients in the field run; speaks the revisions of 2025. */
export async function connectV1(transport: Parameters<ClientV1['connect']>[0]): Promise<McpClient> {
  const client = new ClientV1(INFO)
  await client.connect(transport)
  return {
    revision: 'protocolVersion' in transport ? String(transport.protocolVersion) : undefined,
    tools: async () => (await client.listTools()).tools,
    call: (name, given) => client.callTool({ name, arguments: given }),
    close: () => client.close(),
  }
}

/** SDK v2: finds out by itself that the service speaks 2026-07-28. */
export async function connectV2(transport: Parameters<ClientV2['connect']>[0]): Promise<McpClient> {
  const client = new ClientV2(INFO, { versionNegotiation: { mode: 'auto' } })
  await client.connect(transport)
  return {
    revision: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    call: (name, given) => client.callTool({ name, arguments: given }),
    close: () => client.close(),
  }
}

export const tokenV1 = (origin: string, token: string) => connectV1(new HttpV1(endpoint(origin), bearer(token)))
export const tokenV2 = (origin: string, token: string) => connectV2(new HttpV2(endpoint(origin), bearer(token)))
