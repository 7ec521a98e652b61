import { createServer, type RequestListener } from 'node:http'
import { OPERATIONS } from '@footfall/operations'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

/**
 * The SDK's documented pattern: node sdk-mcp-server.ts PORT JSON. For each request an `McpServer` with the tools of
 * the service registered, without any authentication; every call answers the JSON from memory. The zod schemas are made
 * once, which is more than the documentation does for it.
 */
const [port = '0', json = '{}'] = process.argv.slice(2)
const answer = JSON.parse(json) as Record<string, unknown>

const tools = OPERATIONS.map((operation) => ({
  name: operation.name,
  config: {
    title: operation.title,
    description: operation.description,
    inputSchema: z.strictObject({
      ...(operation.product === 'none' ? {} : { product: z.string() }),
      ...operation.params.shape,
      ...operation.query.shape,
      ...(operation.body instanceof z.ZodObject ? operation.body.shape : {}),
    }),
    outputSchema: z.object({ data: operation.output }),
  },
}))

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'documented-pattern', version: '1.0.0' })
  for (const { name, config } of tools) {
    server.registerTool(name, config, async () => ({
      content: [{ type: 'text', text: JSON.stringify(answer) }],
      structuredContent: answer,
    }))
  }
  return server
})
// The SDK types a request without a method as one that lacks the field.
createServer(toNodeHandler(handler) as RequestListener).listen(Number(port), '127.0.0.1')
