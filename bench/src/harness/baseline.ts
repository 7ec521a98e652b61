import { join } from 'node:path'
import { answering, startNode } from './child.ts'
import { freePort } from './ports.ts'

/** A bare Express service that answers the given JSON. */
export async function startBareExpress(json: unknown) {
  const port = await freePort()
  const child = startNode(join(import.meta.dirname, 'bare-express.ts'), [String(port), JSON.stringify(json)])
  const url = `http://127.0.0.1:${port}/`
  await answering(url, child)
  return { url, stop: () => child.stop() }
}
