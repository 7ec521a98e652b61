import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import type { Stream } from 'node:stream'
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
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { freePort } from './server-process.ts'

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
const ENDPOINT = '/api/mcp'
const endpoint = (origin: string, path = ENDPOINT) => new URL(path, origin)

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
export function memoryProvider(
  redirectUrl: string,
  clientName: string,
  decide: Decide,
  grantTypes = ['authorization_code', 'refresh_token'],
) {
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
      grant_types: grantTypes,
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
    invalidateCredentials(which) {
      if (which === 'tokens' || which === 'all') delete kept.tokens
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

/** Connects as SDK v1 documents it: rejected once, back from the browser with a code, connected. */
export async function oauthV1(origin: string, memory: Memory, path = ENDPOINT): Promise<McpClient> {
  const { provider, kept } = memory
  const first = new HttpV1(endpoint(origin, path), { authProvider: provider })
  await new ClientV1(INFO).connect(first).then(
    () => {
      throw new Error('connected without a credential')
    },
    (error: unknown) => {
      if (!(error instanceof UnauthorizedV1)) throw error
    },
  )
  await first.finishAuth(kept.callback?.searchParams.get('code') ?? '')
  const transport = new HttpV1(endpoint(origin, path), { authProvider: provider })
  const client = await connectV1(transport)
  return {
    ...client,
    /** As with SDK v2, where SDK v1 sends the person to the browser. */
    async call(name, given) {
      try {
        return await client.call(name, given)
      } catch (error) {
        if (!(error instanceof UnauthorizedV1)) throw error
        await transport.finishAuth(kept.callback?.searchParams.get('code') ?? '')
        return client.call(name, given)
      }
    },
  }
}

/** The same with SDK v2, which also checks the issuer of the answer. */
export async function oauthV2(origin: string, { provider, kept }: Memory, path = ENDPOINT): Promise<McpClient> {
  const first = new HttpV2(endpoint(origin, path), { authProvider: provider as ProviderV2 })
  await connectV2(first).then(
    () => {
      throw new Error('connected without a credential')
    },
    (error: unknown) => {
      if (!(error instanceof UnauthorizedV2)) throw error
    },
  )
  await first.finishAuth(kept.callback?.searchParams ?? new URLSearchParams())
  const transport = new HttpV2(endpoint(origin, path), { authProvider: provider as ProviderV2 })
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

const require = createRequire(import.meta.url)
const REMOTE = join(dirname(require.resolve('mcp-remote/package.json')), 'dist/proxy.js')
export const INSPECTOR = join(
  dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
)

/** The environment of programs that sign in: a separate home directory, and a browser that opens nothing. */
const environment = (folder: string) => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  MCP_REMOTE_CONFIG_DIR: folder,
  BROWSER: 'true',
  // Without it the Inspector asks nobody unless it runs in a terminal.
  MCP_AUTO_OPEN_ENABLED: 'true',
})

/** Sends the person where the program prints that they are to go. Rejects when that fails, and never resolves. */
function printedRequests(printed: Stream | null, decide: Decide): Promise<never> {
  return new Promise((_, reject) => {
    let text = ''
    let asked: string | undefined
    printed?.on('data', (chunk) => {
      if (asked !== undefined) return
      text += chunk
      asked = /https?:\/\/\S+\/oauth\/authorize\?\S+(?=\s)/.exec(text)?.[0]
      if (asked !== undefined) decide(new URL(asked)).catch(reject)
    })
  })
}

/** A client of SDK v1 that starts `mcp-remote`, which keeps in `folder` what it is granted. */
export function remoteOverStdio(
  origin: string,
  folder: string,
  decide: Decide,
  more: readonly string[] = [],
): Promise<McpClient> {
  const transport = new StdioV1({
    command: process.execPath,
    args: [REMOTE, endpoint(origin).href, '--auth-timeout', '600', ...more],
    env: environment(folder),
    stderr: 'pipe',
  })
  return Promise.race([connectV1(transport), printedRequests(transport.stderr, decide)])
}

/** What the Inspector's command line prints for one request, after its person has signed in. */
export async function inspected(
  origin: string,
  folder: string,
  decide: Decide,
  ...request: readonly string[]
): Promise<string> {
  const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`
  const to = ['--cli', endpoint(origin).href, '--transport', 'http', '--callback-url', callback]
  const child = spawn(process.execPath, [INSPECTOR, ...to, ...request], {
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  await Promise.race([once(child, 'close'), printedRequests(child.stderr, decide)])
  return printed
}
