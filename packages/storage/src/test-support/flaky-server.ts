import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A PostgreSQL server that can be unplugged and plugged in again: a relay in front of the real one. */
export async function flakyServer(url: string) {
  const target = new URL(url)
  const real = { port: Number(target.port), host: target.hostname }
  const sockets = new Set<Socket>()
  let lethal: string | undefined
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
        // What was ended is left to deliver what it still holds.
        if (!to.writableEnded) to.destroy()
      })
    }
    // After the relaying, so that the server gets the whole statement; its client hears nothing any more.
    socket.on('data', (sent) => {
      if (lethal === undefined || !sent.includes(lethal)) return
      lethal = undefined
      upstream.unpipe(socket)
      socket.unpipe(upstream)
      upstream.resume()
      upstream.end()
      socket.destroy()
    })
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const { port } = relay.address() as AddressInfo
  target.port = String(port)

  return {
    url: target.href,
    /** The next connection that sends this text is cut once the server has it, before any answer. */
    cutAfter(text: string): void {
      lethal = text
    },
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
