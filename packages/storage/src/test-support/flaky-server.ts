import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A PostgreSQL server that can be unplugged and plugged in again: a relay in front of the real one. */
export async function flakyServer(url: string) {
  const target = new URL(url)
  const real = { port: Number(target.port), host: target.hostname }
  const sockets = new Set<Socket>()
  const relay = createServer((socket) => {
    const upstream = connect(real)
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const { port } = relay.address() as AddressInfo
  target.port = String(port)

  return {
    url: target.href,
    async unplug(): Promise<void> {
      const closed = once(relay, 'close')
      relay.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async plugIn(): Promise<void> {
      relay.listen(port, '127.0.0.1')
      await once(relay, 'listening')
    },
  }
}
