import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseSettings } from '@footfall/config'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { traces } from './traces.ts'

describe('the check of the trace exporter', () => {
  let server: Server
  let answer: number
  let asked: { readonly request: IncomingMessage; readonly body: string }[]
  beforeEach(async () => {
    answer = 200
    asked = []
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        asked.push({ request, body })
        response.writeHead(answer).end()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const endpoint = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const look = (environment: Record<string, string> = {}) =>
    traces(parseSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(), ...environment }))

  it('skips the check of traces when they are not configured', async () => {
    expect(await traces(parseSettings({}))).toEqual([])
  })

  it.each([
    ['http/protobuf', 'application/x-protobuf', ''],
    ['http/json', 'application/json', '{"resourceSpans":[]}'],
  ])('sends an empty export of traces in %s, with the configured headers', async (protocol, type, body) => {
    const secret = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=s3cret', OTEL_EXPORTER_OTLP_PROTOCOL: protocol }
    const found = await look(secret)
    expect(found).toEqual([{ check: 'traces', state: 'ok', found: `${endpoint()}/v1/traces takes them` }])
    expect(asked.map((each) => each.body)).toEqual([body])
    expect(asked[0]?.request).toMatchObject({ url: '/v1/traces', method: 'POST' })
    expect(asked[0]?.request.headers).toMatchObject({ 'x-key': 's3cret', 'content-type': type })
    expect(JSON.stringify(found)).not.toContain('s3cret')
  })

  it.each([
    [401, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [404, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [415, 'OTEL_EXPORTER_OTLP_PROTOCOL'],
    [302, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ])('reports a trace exporter that answers %s, with a fix that names %s', async (status, variable) => {
    answer = status
    const [found] = await look()
    expect(found).toMatchObject({ check: 'traces', state: 'warning', found: expect.stringContaining(String(status)) })
    expect(found?.fix).toContain(variable)
  })

  it('warns when the trace exporter is not reachable', async () => {
    const gone = endpoint()
    server.close()
    await once(server, 'close')
    const [found] = await traces(parseSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: gone }))
    expect(found).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining(`Nothing listens at ${gone.slice(7)}`),
    })
  })
})
