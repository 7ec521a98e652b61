import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A relay in front of PostgreSQL that can be disconnected and connected again. */
export async function flakyServer(url: string) {
  const target = new URL(url)
  const real = { port: Number(target.port), host: target.hostname }
  const sockets = new Set<Socket>()
  let cutText: string | undefined
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
        // A socket that was ended still delivers its buffer.
        if (!to.writableEnded) to.destroy()
      })
    }
    // After the relaying, so that the server receives the whole statement; the client receives nothing more.
    socket.on('data', (sent) => {
      if (cutText === undefined || !sent.includes(cutText)) return
      cutText = undefined
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
    /** Cuts the next connection that sends this text, after the server has received it and before it answers. */
    cutAfter(text: string): void {
      cutText = text
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
