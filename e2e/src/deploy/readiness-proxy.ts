import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** How a proxy finds out which backends to send requests to. */
export interface HealthCheck {
  readonly path: string
  readonly periodMs: number
  readonly timeoutMs: number
  /** After so many failures in a row a backend gets no more requests, until a check succeeds. */
  readonly failures: number
}

export interface Route {
  matches(path: string): boolean
  /** Origins. */
  readonly backends: readonly string[]
  readonly check: HealthCheck
}

export interface ReadinessProxy {
  readonly url: string
  /** Resolves once every backend has been checked often enough for the proxy to know how it is now. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const KEEP_ALIVE_MS = 60_000
/** Time goes this much faster here than in the shipped files, so that a test need not wait as long. */
const FASTER = 10

/** A reverse proxy that sends requests only to backends that are ready, by the first route that matches. */
export async function startReadinessProxy(routes: readonly Route[]): Promise<ReadinessProxy> {
  const stopping = new AbortController()
  const pools = routes.map((route) => ({
    route,
    backends: route.backends.map((origin) => watched(origin, route.check)),
  }))
  const all = pools.flatMap(({ backends }) => backends)
  for (const backend of all) void backend.watch(stopping.signal)

  let turn = 0
  const server = createServer((req, res) => {
    const path = new URL(req.url ?? '/', 'http://proxy').pathname
    const ready = pools.find(({ route }) => route.matches(path))?.backends.filter((backend) => backend.isReady()) ?? []
    const chosen = ready[turn++ % ready.length]
    if (chosen === undefined) res.writeHead(503, { 'Content-Type': 'text/plain' }).end('no backend is ready')
    else forward(req, res, chosen.origin)
  })
  // Outlives every pause between the requests of a test.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    settled: async () => {
      await Promise.all(all.map((backend) => backend.settled()))
    },
    async stop() {
      stopping.abort()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function watched(origin: string, check: HealthCheck) {
  let failed = 0
  let checks = 0
  async function once(): Promise<void> {
    const isOk = await fetch(origin + check.path, { signal: AbortSignal.timeout(check.timeoutMs) }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.ok
      },
      () => false,
    )
    failed = isOk ? 0 : failed + 1
    checks++
  }
  return {
    origin,
    isReady: () => checks > 0 && failed < check.failures,
    async watch(signal: AbortSignal) {
      while (!signal.aborted) {
        await once()
        await delay(check.periodMs / FASTER, undefined, { signal }).catch(() => {})
      }
    },
    async settled() {
      // One more than needed: the first of them may have begun before the caller changed something.
      const enough = checks + check.failures + 1
      while (checks < enough) await delay(check.periodMs / FASTER)
    },
  }
}

function forward(req: IncomingMessage, res: ServerResponse, origin: string): void {
  const headers = { ...req.headers, 'x-forwarded-for': req.headers['x-forwarded-for'] ?? req.socket.remoteAddress }
  const passed = request(origin + req.url, { method: req.method ?? 'GET', headers }, (answer) => {
    // These are about the connection to the backend. A client that takes its lifetime for that of its own connection uses one
    // that the proxy is closing.
    const { connection: _, 'keep-alive': __, ...passedOn } = answer.headers
    res.writeHead(answer.statusCode ?? 502, passedOn)
    answer.pipe(res)
  })
  passed.on('error', () => {
    if (!res.headersSent) res.writeHead(502)
    res.end()
  })
  req.pipe(passed)
}
