import { z } from 'zod'
import type { Place } from './place.ts'

const REVISION = '2025-11-25'

/** An answer of a tool: what a model reads, and the same as data. */
export interface ToolAnswer {
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: questions look into answers of many shapes
  readonly structured: any
  readonly isError: boolean
}

const ListedTool = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z.object({ readOnlyHint: z.boolean(), destructiveHint: z.boolean(), openWorldHint: z.boolean() }),
})
export type ListedTool = z.infer<typeof ListedTool>

const Called = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  structuredContent: z.unknown(),
  isError: z.boolean().optional(),
})
const Reply = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})

/** What a client knows of the service. */
export interface McpClient {
  call(tool: string, given: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
  tools(): Promise<readonly ListedTool[]>
  /** What the service says of itself when a connection begins. */
  instructions(): Promise<string>
}

export function mcpClient({ endpoint, token }: Pick<Place, 'endpoint' | 'token'>): McpClient {
  const ask = async (method: string, params: object): Promise<{ result?: unknown; error?: string }> => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': REVISION,
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = Reply.parse(await response.json())
    return error === undefined ? { result } : { error: error.message }
  }
  return {
    async call(tool, given) {
      const { result, error } = await ask('tools/call', { name: tool, arguments: given })
      if (error !== undefined) return { text: error, structured: {}, isError: true }
      const { content, structuredContent, isError = false } = Called.parse(result)
      return { text: content.map(({ text }) => text).join('\n'), structured: structuredContent, isError }
    },
    async tools() {
      return z.object({ tools: z.array(ListedTool) }).parse((await ask('tools/list', {})).result).tools
    },
    async instructions() {
      const client = { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: 'eval', version: '1' } }
      const { result } = await ask('initialize', client)
      return z.object({ instructions: z.string() }).parse(result).instructions
    },
  }
}
