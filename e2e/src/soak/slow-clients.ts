import { connect, type Socket } from 'node:net'
import { pause, sendEvents } from '../event-load.ts'
import { compareKept, sendWrites } from './compare-kept.ts'
import { startEmbedded } from './embedded.ts'
import type { Scenario } from './scenario.ts'

const CLIENTS = 400
const SECONDS = 12

export const slowClients: Scenario = {
  name: 'slow clients',
  async run() {
    const service = await startEmbedded()
    const port = Number(new URL(service.server.url).port)
    const sockets = Array.from({ length: CLIENTS }, (_, i) => slow(port, i))
    const events = sendEvents(() => [service.server.url], service.product, 100)
    const writes = sendWrites(service.rename)
    for (let second = 0; second < SECONDS; second++) {
      for (const socket of sockets) if (socket.writable) socket.write('x')
      await pause(1_000)
    }
    await Promise.all([events.stop(), writes.stop()])
    for (const socket of sockets) socket.destroy()
    const kept = await service.end()
    return compareKept(events, writes, kept, `${CLIENTS} connections that send a byte a second, or read nothing`)
  },
}

/** A third never ends its headers, a third its body, and a third asks for much and reads nothing. */
function slow(port: number, i: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const host = `Host: 127.0.0.1:${port}\r\n`
  switch (i % 3) {
    case 0:
      socket.write(`GET /api/v1/products HTTP/1.1\r\n${host}X-Slow: `)
      break
    case 1:
      socket.write(`POST /api/event HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`)
      break
    default:
      socket.pause()
      socket.write(`GET /openapi.json HTTP/1.1\r\n${host}\r\n`.repeat(50))
  }
  return socket
}
