import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import type { HttpLimits } from './http-limits.ts'
import { listen, type RunningServer } from './http-server.ts'

describe('HTTP limits', () => {
  let server: RunningServer | undefined
  afterEach(async () => {
    await server?.stop(0)
    server = undefined
  })

  /** Answers each request once it has its body, if it comes whole. */
  async function start(limits: Partial<HttpLimits>, failed: (error: unknown) => void = () => undefined) {
    const running = await listen(
      (req, res) => void text(req).then((body) => res.end(`got ${body.length}`), failed),
      0,
      '127.0.0.1',
      'PORT',
      limits,
    )
    server = running
    return async (first = '') => {
      const socket = connect({ port: running.port, host: '127.0.0.1' })
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(first)
      return socket
    }
  }
  const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
  const WITH_BODY = (length: number, sent: string) =>
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${sent}`

  async function untilClosed(socket: Socket): Promise<string> {
    let received = ''
    socket.setEncoding('utf8').on('data', (data: string) => {
      received += data
    })
    // Not `once` of node:events, which fails when the connection is reset.
    await new Promise((resolve) => socket.once('close', resolve))
    return received
  }
  function nextData(socket: Socket): Promise<string> {
    return new Promise((resolve) => socket.once('data', (data) => resolve(String(data))))
  }

  it('ends a request with 408 if its body stops arriving, and notifies the handler', async () => {
    const { promise: failed, resolve } = Promise.withResolvers<unknown>()
    const open = await start({ bodyStallMs: 40 }, resolve)
    const socket = await open(WITH_BODY(100, 'half'))
    const answer = await untilClosed(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 408, code: 'invalid_request' })
    expect(await failed).toMatchObject({ code: 'ECONNRESET' })
  })

  it('ends a request with a stalled chunked body on a reused connection', async () => {
    const open = await start({ bodyStallMs: 40 })
    const socket = await open(REQUEST)
    expect(await nextData(socket)).toContain('got 0')
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n')
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('ends a request whose body never stalls but takes too long', async () => {
    const open = await start({ headersMs: 100, requestMs: 200, bodyStallMs: 10_000 })
    const socket = await open(WITH_BODY(1_000_000, ''))
    const dripping = setInterval(() => socket.write('x'), 10)
    await untilClosed(socket)
    clearInterval(dripping)
  })

  it('closes a connection that sends no request or incomplete headers', async () => {
    const open = await start({ headersMs: 100, requestMs: 200 })
    const silent = await open()
    const slow = await open('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ')
    const dripping = setInterval(() => slow.write('x'), 10)
    await Promise.all([untilClosed(silent), untilClosed(slow)])
    clearInterval(dripping)
  })

  it('waits for a response even if it needs more time than a body may stall', async () => {
    const { promise: looked, resolve } = Promise.withResolvers<void>()
    const running = await listen(
      (req, res) => {
        // Read to its end, and answered only when other stalled bodies have been ended.
        const answer = async (body: string) => {
          await looked
          res.end(`got ${body.length}`)
        }
        text(req).then(answer, () => undefined)
      },
      0,
      '127.0.0.1',
      'PORT',
      { bodyStallMs: 40 },
    )
    server = running
    const socket = connect({ port: running.port, host: '127.0.0.1' })
    socket.write(WITH_BODY(4, 'body'))
    const stalled = connect({ port: running.port, host: '127.0.0.1' })
    stalled.write(WITH_BODY(4, 'bod'))
    await untilClosed(stalled)
    const answer = nextData(socket)
    resolve()
    expect(await answer).toContain('got 4')
    socket.destroy()
  })

  const LONG_ANSWER = 'x'.repeat(16 * 1024 ** 2)

  /** Sends a long answer to every request. `ended` has a promise for each, of whether its client took it. */
  async function startWithLongAnswers(limits: Partial<HttpLimits>) {
    const ended: Promise<'taken' | 'given up'>[] = []
    const running = await listen(
      (_req, res) => {
        ended.push(
          new Promise((resolve) => res.once('close', () => resolve(res.writableFinished ? 'taken' : 'given up'))),
        )
        res.end(LONG_ANSWER)
      },
      0,
      '127.0.0.1',
      'PORT',
      limits,
    )
    server = running
    return {
      ended,
      async ask() {
        const asked = ended.length + 1
        const socket = connect({ port: running.port, host: '127.0.0.1' })
        socket.on('error', () => undefined)
        socket.pause()
        socket.write(REQUEST)
        while (ended.length < asked) await new Promise((resolve) => setImmediate(resolve))
        return socket
      },
    }
  }

  it('ends an answer that its client does not take', async () => {
    const { ended, ask } = await startWithLongAnswers({ answerStallMs: 40 })
    await ask()
    expect(await ended[0]).toBe('given up')
  })

  it('sends a long answer to a client that takes longer than an answer may stall', async () => {
    const { ended, ask } = await startWithLongAnswers({ answerStallMs: 1_000 })
    const socket = await ask()
    const taking = setInterval(() => socket.read(), 5)
    expect(await ended[0]).toBe('taken')
    clearInterval(taking)
    socket.destroy()
  })

  it('ends the answer that waits longest when answers that nobody takes fill the memory', async () => {
    const { ended, ask } = await startWithLongAnswers({ unreadBytes: 40 * 1024 ** 2 })
    await ask()
    const second = await ask()
    await ask()
    expect(await ended[0]).toBe('given up')
    second.resume()
    expect(await ended[1]).toBe('taken')
  })

  it('rejects connections beyond the total limit until others close', async () => {
    const open = await start({ connections: 2 })
    const [first, second] = [await open(REQUEST), await open()]
    expect(await nextData(first)).toContain('got 0')
    // The idle one makes room; the one that has not sent its request yet is left.
    const madeRoom = untilClosed(first)
    const third = await open(REQUEST)
    expect(await untilClosed(third)).toBe('')
    await madeRoom
    const fourth = await open(REQUEST)
    expect(await nextData(fourth)).toContain('got 0')
    expect(second.destroyed).toBe(false)
    for (const socket of [second, fourth]) socket.destroy()
  })

  it('rejects connections beyond the limit of one network until others close', async () => {
    const open = await start({ connectionsPerAddress: 1 })
    const first = await open(REQUEST)
    expect(await nextData(first)).toContain('got 0')
    expect(await untilClosed(await open(REQUEST))).toBe('')
    const closed = untilClosed(first)
    first.destroy()
    await closed
    // The server learns of it a moment later.
    let answer = ''
    while (answer === '') {
      const again = await open(REQUEST)
      answer = await Promise.race([nextData(again), untilClosed(again)])
      again.destroy()
    }
    expect(answer).toContain('got 0')
  })
})
