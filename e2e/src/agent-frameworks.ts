import { createMCPClient, type OAuthClientProvider as ProviderOfAiSdk, auth as signInOfAiSdk } from '@ai-sdk/mcp'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { auth as signInOfSdk } from '@modelcontextprotocol/sdk/client/auth.js'
import { MCPServerStreamableHttp } from '@openai/agents'
import type { memoryProvider } from './mcp-clients.ts'

/** What a framework for agents gets of one call: the text that it hands to its model, and whether the call failed. */
export interface Handed {
  readonly text: string
  readonly failed: boolean
}

export interface FrameworkClient {
  tools(): Promise<readonly string[]>
  call(name: string, given: Record<string, unknown>): Promise<Handed>
  close(): Promise<void>
}

type Memory = ReturnType<typeof memoryProvider>
export type Credential = { readonly token: string } | { readonly memory: Memory }

/** How a framework connects, and how it exchanges the code that its person brings back. */
export interface Framework {
  readonly name: string
  connect(url: string, credential: Credential): Promise<FrameworkClient>
  exchange(url: string, memory: Memory): Promise<unknown>
}

const headersOf = (credential: Credential): Record<string, string> =>
  'token' in credential ? { authorization: `Bearer ${credential.token}` } : {}
const providerOf = (credential: Credential) => ('memory' in credential ? credential.memory.provider : undefined)
const codeOf = ({ kept }: Memory) => kept.callback?.searchParams.get('code') ?? ''

/** The SDK of Vercel, with a client of its own. */
const AI_SDK: Framework = {
  name: '@ai-sdk/mcp',
  async connect(url, credential) {
    const authProvider = providerOf(credential)
    const client = await createMCPClient({
      transport: {
        type: 'http',
        url,
        headers: headersOf(credential),
        ...(authProvider && { authProvider: authProvider as ProviderOfAiSdk }),
      },
    })
    return {
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      async call(name, given) {
        const tool = (await client.tools())[name]
        const result = await tool?.execute(given, { toolCallId: 'call-1', messages: [], context: {} })
        return { text: textOf(result), failed: isFailed(result) }
      },
      close: () => client.close(),
    }
  },
  exchange: (serverUrl, memory) =>
    signInOfAiSdk(memory.provider as ProviderOfAiSdk, {
      serverUrl,
      authorizationCode: codeOf(memory),
      callbackState: memory.kept.callback?.searchParams.get('state') ?? '',
      callbackIssuer: memory.kept.callback?.searchParams.get('iss') ?? '',
    }),
}

/** LangChain, on SDK v1. It turns an error of a tool into one that is thrown, with the text of the answer. */
const LANGCHAIN: Framework = {
  name: '@langchain/mcp-adapters',
  async connect(url, credential) {
    const authProvider = providerOf(credential)
    const client = new MultiServerMCPClient({
      mcpServers: {
        footfall: {
          transport: 'http',
          url,
          automaticSSEFallback: false,
          headers: headersOf(credential),
          ...(authProvider && { authProvider }),
        },
      },
    })
    const tools = await client.getTools()
    return {
      tools: async () => tools.map(({ name }) => name),
      async call(name, given) {
        const tool = tools.find((each) => each.name === name)
        try {
          return { text: JSON.stringify(await tool?.invoke(given)), failed: false }
        } catch (error) {
          return { text: String(error), failed: true }
        }
      },
      close: () => client.close(),
    }
  },
  exchange: (serverUrl, memory) => signInOfSdk(memory.provider, { serverUrl, authorizationCode: codeOf(memory) }),
}

/** The SDK of OpenAI, on SDK v1. */
const OPENAI_AGENTS: Framework = {
  name: '@openai/agents',
  async connect(url, credential) {
    const client = new MCPServerStreamableHttp({
      url,
      name: 'footfall',
      requestInit: { headers: headersOf(credential) },
      authProvider: providerOf(credential),
    })
    await client.connect()
    return {
      tools: async () => (await client.listTools()).map(({ name }) => name),
      async call(name, given) {
        const result = await client.callToolResult(name, given)
        return { text: textOf(result), failed: isFailed(result) }
      },
      close: () => client.close(),
    }
  },
  exchange: LANGCHAIN.exchange,
}

export const FRAMEWORKS: readonly Framework[] = [AI_SDK, LANGCHAIN, OPENAI_AGENTS]

function textOf(result: unknown): string {
  if (typeof result !== 'object' || result === null || !('content' in result) || !Array.isArray(result.content))
    return ''
  return result.content.map((part: { readonly text?: string }) => part.text ?? '').join('\n')
}

function isFailed(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'isError' in result && result.isError === true
}
