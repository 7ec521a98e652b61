import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { listen, type RunningServer } from './http-server.ts'

const MIB = 1024 ** 2
const PIECE = Buffer.alloc(64 * 1024)
/** The first turn of a connection comes after ten minutes. */
const NO_TURN = 60_000_000

let server: RunningServer | undefined
let taken: Socket | undefined
afterEach(async () => {
  await server?.stop(0)
  server = undefined
})

/** Answers requests without reading their bodies. */
async function start(discardMs: number): Promise<Socket> {
  server = await listen(
    (req, res) => {
      taken = req.socket
      res.writeHead(403).end('no')
    },
    0,
    '127.0.0.1',
    'PORT',
    { discardMs },
  )
  const socket = connect({ port: server.port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Sends as fast as the server takes it. */
async function send(socket: Socket, bytes: number): Promise<void> {
  const closed = closeOf(socket)
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += PIECE.length) {
    if (!socket.write(PIECE)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  }
}

/** Not `once` of node:events, which fails when the connection is reset. */
function closeOf(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('close', resolve))
}

it('answers a request whose long body nobody reads, takes only a part of the body and closes the connection', async () => {
  const socket = await start(100)
  const answer = once(socket, 'data')
  const closed = closeOf(socket)
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${4096 * MIB}\r\n\r\n`)
  const sending = send(socket, 4096 * MIB)
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 403 /)
  await closed
  await sending
  expect(taken?.bytesRead).toBeLessThan(4096 * MIB)
})

it('reads the rest of a long body to its end while there is time, and the connection takes another request', async () => {
  const socket = await start(60_000)
  const first = once(socket, 'data')
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${2 * MIB}\r\n\r\n`)
  await send(socket, 2 * MIB)
  expect(String((await first)[0])).toMatch(/^HTTP\/1\.1 403 /)
  const second = once(socket, 'data')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(String((await second)[0])).toMatch(/^HTTP\/1\.1 403 /)
  socket.destroy()
})

it('closes the connection that waits longest when 200 others wait for the rest of their bodies', async () => {
  const oldest = await start(NO_TURN)
  const closed = closeOf(oldest)
  const REQUEST = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${4096 * MIB}\r\n\r\n`
  oldest.write(REQUEST)
  await once(oldest, 'data')
  const others: Socket[] = []
  for (let i = 0; i < 200; i++) {
    const other = connect({ port: server?.port ?? 0, host: '127.0.0.1' })
    other.on('error', () => undefined)
    others.push(other)
    other.write(REQUEST)
    await once(other, 'data')
  }
  await closed
  for (const other of others) other.destroy()
})

it.each([100 * 1024, 4096 * MIB])('takes nothing of a body of %d bytes between its turns', async (length) => {
  const socket = await start(NO_TURN)
  const answer = once(socket, 'data')
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`)
  await answer
  await expect.poll(() => taken?.isPaused()).toBe(true)
  const paused = taken
  const read = paused?.bytesRead
  socket.write(PIECE)
  const other = connect({ port: server?.port ?? 0, host: '127.0.0.1' })
  other.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(other, 'data')
  expect(paused?.bytesRead).toBe(read)
  other.destroy()
  socket.destroy()
})

it('adds one listener to a connection, however many of its bodies nobody reads', async () => {
  const socket = await start(10_000)
  const listeners: (number | undefined)[] = []
  for (let i = 0; i < 3; i++) {
    const answer = once(socket, 'data')
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${2 * PIECE.length}\r\n\r\n`)
    await answer
    await expect.poll(() => taken?.isPaused()).toBe(true)
    listeners.push(taken?.listenerCount('close'))
    await send(socket, 2 * PIECE.length)
  }
  expect(new Set(listeners).size).toBe(1)
  socket.destroy()
})
