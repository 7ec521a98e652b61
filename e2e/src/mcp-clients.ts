import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  type OAuthClientProvider as ProviderV2,
  UnauthorizedError as UnauthorizedV2,
} from '@modelcontextprotocol/client'
import {
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  UnauthorizedError as UnauthorizedV1,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'

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

/** The one person behind a client: opens the address in a browser and comes back with where that ended. */
export type Decide = (authorizationUrl: URL) => Promise<URL>

/** What an application remembers of one service; nothing of it outlives a test. */
export function memoryProvider(redirectUrl: string, clientName: string, decide: Decide) {
  const kept: {
    client?: OAuthClientInformationMixed
    tokens?: OAuthTokens
    verifier?: string
    discovery?: OAuthDiscoveryState
    /** The answer that came back through the browser. */
    callback?: URL
    /** Every scope asked for, in order. */
    readonly asked: string[]
  } = { asked: [] }
  const provider: OAuthClientProvider & { state(): string } = {
    redirectUrl,
    clientMetadata: {
      client_name: clientName,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'state-of-the-test',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (discovery) => {
      kept.discovery = discovery
    },
    discoveryState: () => kept.discovery,
    async redirectToAuthorization(url) {
      kept.asked.push(url.searchParams.get('scope') ?? '')
      kept.callback = await decide(url)
    },
  }
  return { provider, kept }
}

type Memory = ReturnType<typeof memoryProvider>

/** Connects as SDK v1 documents it: refused once, back from the browser with a code, connected. */
export async function oauthV1(origin: string, { provider, kept }: Memory): Promise<McpClient> {
  const first = new HttpV1(endpoint(origin), { authProvider: provider })
  await new ClientV1(INFO).connect(first).then(
    () => {
      throw new Error('connected without a credential')
    },
    (error: unknown) => {
      if (!(error instanceof UnauthorizedV1)) throw error
    },
  )
  await first.finishAuth(kept.callback?.searchParams.get('code') ?? '')
  return connectV1(new HttpV1(endpoint(origin), { authProvider: provider }))
}

/** The same with SDK v2, which also checks the issuer of the answer. */
export async function oauthV2(origin: string, { provider, kept }: Memory): Promise<McpClient> {
  const first = new HttpV2(endpoint(origin), { authProvider: provider as ProviderV2 })
  await connectV2(first).then(
    () => {
      throw new Error('connected without a credential')
    },
    (error: unknown) => {
      if (!(error instanceof UnauthorizedV2)) throw error
    },
  )
  await first.finishAuth(kept.callback?.searchParams ?? new URLSearchParams())
  const transport = new HttpV2(endpoint(origin), { authProvider: provider as ProviderV2 })
  const client = await connectV2(transport)
  return {
    ...client,
    /** A call that needs more than was granted sends the person to the browser, and succeeds after that. */
    async call(name, given) {
      try {
        return await client.call(name, given)
      } catch (error) {
        if (!(error instanceof UnauthorizedV2)) throw error
        await transport.finishAuth(kept.callback?.searchParams ?? new URLSearchParams())
        return client.call(name, given)
      }
    },
  }
}
