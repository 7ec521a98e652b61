import { listen } from '@footfall/http-primitives'
import type { Registry } from 'prom-client'

const STOP_DEADLINE_MS = 500

/** Serves `/metrics` on its own port, so that the public one never exposes it. Returns a function that stops it. */
export async function listenForScrapes(registry: Registry, port: number, host: string): Promise<() => Promise<void>> {
  const server = await listen(
    (req, res) => {
      if (req.url !== '/metrics') {
        res.writeHead(404).end()
        return
      }
      registry.metrics().then(
        (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
        () => res.writeHead(500).end(),
      )
    },
    port,
    host,
    'METRICS_PORT',
  )
  return () => server.stop(STOP_DEADLINE_MS)
}
