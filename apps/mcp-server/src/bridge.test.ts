import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { openIssuer } from '@footfall/testkit/token-issuer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bridgeStdio } from './bridge-stdio.ts'

const TOKEN = 'jt_secret-of-the-test'

/** Stands for what lies between: proxies, outages and services of another kind. */
describe('the bridge', () => {
  let respond: (req: IncomingMessage, res: ServerResponse, body: string) => void
  const seen: { headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer(async (req, res) => {
    const body = await text(req)
    seen.push({ headers: req.headers, body })
    respond(req, res, body)
  })
  let endpoint: string

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`
  })
  beforeEach(() => seen.splice(0))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const json = (res: ServerResponse, value: unknown, status = 200) =>
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

  /** Feeds lines in, and answers what came out on either stream. */
  async function bridged(...lines: string[]) {
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()]
    const done = bridgeStdio({ endpoint, token: TOKEN, insecure: false }, input, output, errors)
    for (const line of lines) input.write(`${line}\n`)
    input.end()
    await done
    output.end()
    errors.end()
    const [out, err] = await Promise.all([text(output), text(errors)])
    expect(out + err).not.toContain(TOKEN)
    const messages = out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
    return { messages, err }
  }
  const request = (method: string, more: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...more })

  it('passes messages on unchanged and returns the answers, several at once', async () => {
    respond = (_req, res, body) =>
      json(res, { jsonrpc: '2.0', id: JSON.parse(body).id, result: { echo: JSON.parse(body) } })
    const lines = [1, 'two', 3].map((id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' }))
    const { messages } = await bridged(...lines)
    expect(messages.map(({ id }) => String(id)).sort()).toEqual(['1', '3', 'two'])
    for (const { id, result } of messages) expect(result.echo).toEqual({ jsonrpc: '2.0', id, method: 'tools/list' })
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`)
  })

  it('sends the headers that revision 2026-07-28 requires', async () => {
    respond = (_req, res) => json(res, { jsonrpc: '2.0', id: 1, result: {} })
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    await bridged(request('tools/call', { params: { name: 'service_products_list', _meta } }))
    expect(seen[0]?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'service_products_list',
    })
    await bridged(request('tools/call', { params: { name: 'naïve\r\nX: y', _meta } }))
    expect(seen[1]?.headers).not.toHaveProperty('mcp-name')
  })

  it('sends the protocol version of the handshake of 2025 with later requests', async () => {
    respond = (_req, res) => json(res, { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18' } })
    const input = new PassThrough()
    const output = new PassThrough()
    const done = bridgeStdio({ endpoint, token: TOKEN, insecure: false }, input, output, new PassThrough())
    input.write(`${request('initialize')}\n`)
    await once(output, 'data')
    input.end(`${request('tools/list')}\n`)
    await done
    expect(seen.map(({ headers }) => headers['mcp-protocol-version'])).toEqual([undefined, '2025-06-18'])
  })

  it.each([
    [{ name: 'claude-code', version: '2.1.172' }, 'claude-code/2.1.172'],
    [{ name: 'codex-mcp-client' }, 'codex-mcp-client'],
    [{ name: 'naïve\r\nX: y', version: '1' }, undefined],
    [{ name: 'a/b', version: '1' }, undefined],
    [{ name: 7 }, undefined],
    [undefined, undefined],
  ])(
    'names the client %j of the handshake to the service, which chooses the form of answers by it',
    async (clientInfo, agent) => {
      respond = (_req, res) => json(res, { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18' } })
      await bridged(request('initialize', { params: { clientInfo } }), request('tools/list'))
      const agents = seen.map(({ headers }) => headers['user-agent'])
      expect(agents).toEqual(agent === undefined ? ['node', 'node'] : [agent, agent])
    },
  )

  it('says that the certificate of a service is not trusted, and sends it nothing', async () => {
    const other = await openIssuer({ tlsName: 'localhost' })
    const [input, output] = [new PassThrough(), new PassThrough()]
    const settings = { endpoint: `${other.issuer}/api/mcp`, token: TOKEN, insecure: false }
    const done = bridgeStdio(settings, input, output, new PassThrough())
    input.end(`${request('tools/list')}\n`)
    await done
    output.end()
    expect(JSON.parse(await text(output)).error.message).toBe(
      `No response came from ${other.issuer}: its certificate is self-signed; name the file of your own authority in NODE_EXTRA_CA_CERTS.`,
    )
    expect(other.requests).toEqual([])
    await other.close()
  })

  it.each([
    [
      'a problem',
      401,
      '{"detail":"The credential is not valid.","code":"invalid_token"}',
      'The credential is not valid.',
    ],
    ['a page of a proxy', 502, '<html>Bad gateway</html>', 'The service answered with status 502 and no message.'],
    ['nothing', 200, '', 'The service did not answer this request.'],
    ['another JSON', 200, '{"hello":1}', 'The service answered with status 200 and no message.'],
  ])('turns %s into an error of the request', async (_, status, body, message) => {
    respond = (_req, res) => res.writeHead(status).end(body)
    const { messages } = await bridged(request('tools/list'))
    expect(messages).toMatchObject([{ jsonrpc: '2.0', id: 1, error: { code: -32000, message } }])
  })

  it('gives an error without an id the id of its request', async () => {
    respond = (_req, res) => json(res, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } }, 400)
    expect((await bridged(request('tools/list'))).messages).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'no' } },
    ])
  })

  it('follows no redirect with the token, and says when the service does not answer', async () => {
    respond = (_req, res) => res.writeHead(307, { location: '/elsewhere' }).end()
    expect((await bridged(request('tools/list'))).messages[0]?.error.message).toMatch(/No response came from/)
    expect(seen).toHaveLength(1)
    respond = (req) => req.socket.destroy()
    expect((await bridged(request('tools/list'))).messages[0]?.error.message).toMatch(/No response came from/)
  })

  it('does not answer a notification, and reports a rejected one to the person', async () => {
    respond = (_req, res) => res.writeHead(202).end()
    const notification = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect(await bridged(notification)).toEqual({ messages: [], err: '' })
    respond = (_req, res) => json(res, { detail: 'The credential is not valid.' }, 401)
    expect((await bridged(notification)).err).toContain('The credential is not valid.')
  })

  it('aborts a request that the client cancels', async () => {
    let closed: Promise<unknown> | undefined
    respond = (_req, res, body) => {
      if (body.includes('cancelled')) res.writeHead(202).end()
      else closed = once(res, 'close')
    }
    const input = new PassThrough()
    const output = new PassThrough()
    const done = bridgeStdio({ endpoint, token: TOKEN, insecure: false }, input, output, new PassThrough())
    input.write(`${request('tools/call')}\n`)
    await once(server, 'request')
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    input.end(`${JSON.stringify(cancelled)}\n`)
    await done
    await closed
    output.end()
    expect(await text(output)).toBe('')
  })

  it.each([['no JSON'], ['[]'], ['7']])('reports that the line %s is not a message', async (line) => {
    expect((await bridged(line)).messages).toMatchObject([{ id: null, error: { code: -32700 } }])
    expect(seen).toEqual([])
  })
})
