import { join } from 'node:path'
import { answering, listening, startNode } from './child.ts'
import { freePort } from './ports.ts'

/** A bare Express service that answers the given JSON. */
export async function startBareExpress(json: unknown) {
  const port = await freePort()
  const child = startNode(join(import.meta.dirname, 'bare-express.ts'), [String(port), JSON.stringify(json)])
  const url = `http://127.0.0.1:${port}/`
  await answering(url, child)
  return { url, stop: () => child.stop() }
}

/** The SDK's documented MCP server, whose every call answers the given JSON. It has no page to ask for: 405 is alive. */
export async function startSdkMcpServer(json: unknown) {
  const port = await freePort()
  const child = startNode(join(import.meta.dirname, 'sdk-mcp-server.ts'), [String(port), JSON.stringify(json)])
  await listening(port, child)
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.stop() }
}
