import { join } from 'node:path'
import { freePort } from '@footfall/testkit/free-port'
import { answering, listening, startNode } from './child.ts'

/** A bare Express service that returns the given JSON. */
export async function startBareExpress(json: unknown) {
  const port = await freePort()
  const child = startNode(join(import.meta.dirname, 'bare-express.ts'), [String(port), JSON.stringify(json)])
  const url = `http://127.0.0.1:${port}/`
  await answering(url, child)
  return { url, child, stop: () => child.stop() }
}

/** The MCP server of the SDK's documentation, which answers every call with the given JSON. */
export async function startSdkMcpServer(json: unknown) {
  const port = await freePort()
  const child = startNode(join(import.meta.dirname, 'sdk-mcp-server.ts'), [String(port), JSON.stringify(json)])
  await listening(port, child)
  return { url: `http://127.0.0.1:${port}/`, child, stop: () => child.stop() }
}
