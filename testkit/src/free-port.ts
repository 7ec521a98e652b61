import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below 32768, where Linux begins to give ports to connections and to servers that name none (other systems begin at 49152):
 * nothing gets the port of a server by chance while the server starts.
 */
const FIRST_PORT = 11_000
/** Each worker of a test run has its own ports. */
const PORTS_OF_WORKER = 500
const WORKERS = 43

const first = FIRST_PORT + (Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS) * PORTS_OF_WORKER
// Another test run on this machine begins elsewhere.
let next = randomInt(PORTS_OF_WORKER)

/** A port on which nothing listens, and another one with each call. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_OF_WORKER; tries++) {
    const port = first + (next++ % PORTS_OF_WORKER)
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port.')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
