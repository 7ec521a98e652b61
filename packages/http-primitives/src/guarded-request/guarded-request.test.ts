import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { guardedRequest } from './guarded-request.ts'

it.each(['http', 'https'])(
  'closes an %s connection whose address is not public before anything is sent, whatever was looked up',
  async (scheme) => {
    const received: Buffer[] = []
    const connected: Socket[] = []
    const server = createServer((socket) => {
      connected.push(socket)
      socket.on('data', (chunk) => received.push(chunk)).on('error', () => undefined)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    let reads = 0
    /** Public when it is checked, and private when it is connected to. */
    const changing = {
      family: 4,
      get address() {
        return reads++ === 0 ? '8.8.8.8' : '127.0.0.1'
      },
    }
    const request = guardedRequest(new URL(`${scheme}://rebinding.example:${port}/`), {
      anyAddress: false,
      headers: {},
      resolver: async () => [changing],
      timeoutMs: 20_000,
      bytesMax: 1000,
      inspect: () => undefined,
    })
    await expect(request).rejects.toMatchObject({ failure: 'address_not_public' })
    server.close()
    await once(server, 'close')
    expect(connected).toHaveLength(1)
    expect(Buffer.concat(received)).toHaveLength(0)
  },
)
